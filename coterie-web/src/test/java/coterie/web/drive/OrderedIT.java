package coterie.web.drive;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What is made when somebody orders it, and is no test: figures and pictures of the page. */
class OrderedIT {
  @Test
  @EnabledIfSystemProperty(named = "coterie.pageBench", matches = "true")
  void figures() throws Exception {
    PageBench.main(new String[0]);
  }

  @Test
  @EnabledIfSystemProperty(named = "coterie.screenshots", matches = "write")
  void pictures() throws IOException {
    Screenshots.main(new String[] {"../docs/images"});
  }
}
