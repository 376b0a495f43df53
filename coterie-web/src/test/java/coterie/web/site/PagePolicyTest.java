package coterie.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PagePolicyTest {
  private static final String HTML =
      "<html><head>\n<meta charset=\"utf-8\"><script type=\"importmap\">{}</script></head></html>";

  @Test
  void importMapIsAllowedByItsHash() {
    // printf '{}' | openssl dgst -sha256 -binary | base64
    assertThat(PagePolicy.header(HTML))
        .contains("'sha256-RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='");
  }

  @Test
  void policyOfThePageIsReplaced() {
    String once = PagePolicy.withPolicy(HTML);
    assertThat(once).contains("content=\"default-src 'none'").doesNotContain("frame-ancestors");
    assertThat(PagePolicy.withPolicy(once)).isEqualTo(once);
  }

  @Test
  void scenariosHaveTitlesAndNoTraces() throws IOException {
    assertThat(GoldenScenarios.of(Path.of("../scenarios")).toString())
        .contains("name=raft-election")
        .doesNotContain("---");
  }
}
