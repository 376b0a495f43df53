package coterie.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.agent.http.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Modules that are packed into an import map. */
class PackedModulesTest {
  private static final String MAP =
      "{\"imports\":{\"lit\":\"./lit/index.js\",\"lit/\":\"./lit/\",\"coterie/\":\"./js/\"}}";

  private static Map<String, String> packed(Map<String, String> files) {
    Map<String, String> scripts = new TreeMap<>();
    String map = new PackedModules(files, MAP).importMap();
    if (JsonReader.parseObject(map).get("imports") instanceof Map<?, ?> imports) {
      imports.forEach((name, address) -> scripts.put(name.toString(), script(address.toString())));
    }
    return scripts;
  }

  private static String script(String address) {
    String start = "data:text/javascript;base64,";
    assertThat(address).startsWith(start);
    byte[] bytes = Base64.getDecoder().decode(address.substring(start.length()));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void neighboursAreImportedByName() {
    Map<String, String> scripts =
        packed(
            Map.of(
                "js/app.js", "import {a} from \"lit\";import('coterie/part.js');",
                "js/part.js", "import \"lit/more/one.js\";",
                "lit/index.js", "export*from\"./a.js\";",
                "lit/a.js", "import{b}from\"./index.js\";",
                "lit/more/one.js", "import\"../a.js\";",
                "lit/unused.js", ""));
    assertThat(scripts)
        .containsOnlyKeys(
            "coterie/app.js",
            "coterie/part.js",
            "page/lit/index.js",
            "page/lit/a.js",
            "page/lit/more/one.js")
        .containsEntry(
            "coterie/app.js", "import {a} from \"page/lit/index.js\";import('coterie/part.js');")
        .containsEntry("coterie/part.js", "import \"page/lit/more/one.js\";")
        .containsEntry("page/lit/a.js", "import{b}from\"page/lit/index.js\";")
        .containsEntry("page/lit/more/one.js", "import\"page/lit/a.js\";");
  }

  @Test
  void whatOnlyLooksLikeAnImportStays() {
    String script = "const a = \"take it from 'here'\"; // import 'x'\n";
    assertThat(packed(Map.of("js/app.js", script))).containsEntry("coterie/app.js", script);
  }
}
