package coterie.web.site;

import coterie.lab.Resources;
import coterie.lab.page.PagePacker;
import coterie.sim.trace.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/**
 * The page as one file, which opens from a disk without a server. Every module is an address of the
 * kind {@code data:} in the import map; the session, compressed, is a block of text, of which the
 * page makes a worker. The policy allows these scripts by their hashes, and no address of another
 * host. The session is the one in JavaScript: that in WebAssembly makes functions out of text,
 * which a worker may do that came from a server, and one that the page has made may not.
 */
public final class OneFile implements PagePacker {
  private static final String FOLDER = "/coterie/web/page/";
  private static final String START = "import \"coterie/app.js\";";

  @Override
  public String pack(PackedRun run) {
    String icon =
        "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(bytes("icon.svg"));
    Map<String, String> files = new TreeMap<>();
    for (String name : text("files.txt").lines().toList()) {
      if (name.endsWith(".js") && !name.startsWith("session")) {
        files.put(name, text(name).replace("\"icon.svg\"", "\"" + icon + "\""));
      }
    }
    String html = text("index.html");
    String map = new PackedModules(files, PagePolicy.importMap(html)).importMap();
    String style = text("style.css").replace("</", "<\\/");
    StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\">\n<head>\n");
    page.append("<meta http-equiv=\"Content-Security-Policy\" content=\"");
    page.append(PagePolicy.ofOneFile(List.of(map, START), style)).append("\">\n");
    page.append("<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<title>").append(escaped(run.title())).append("</title>\n");
    page.append("<link rel=\"icon\" href=\"").append(icon).append("\">\n");
    page.append("<style>").append(style).append("</style>\n");
    page.append("<script type=\"importmap\">").append(map).append("</script>\n");
    page.append("</head>\n<body>\n");
    page.append("<noscript>The laboratory is made of scripts; allow them.</noscript>\n");
    block(page, "config", "application/json", config(run));
    if (run.recorded() == null) {
      packed(page, "worker", "worker.js");
      packed(page, "session", "session.js");
    }
    page.append("<script type=\"module\">").append(START).append("</script>\n");
    return page.append("</body>\n</html>\n").toString();
  }

  private static String config(PackedRun run) {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("session", "worker");
    config.put("name", run.title());
    if (run.scenario() != null) {
      config.put("open", run.scenario());
    }
    String json = Json.of(config);
    String all =
        run.recorded() == null
            ? json
            : json.substring(0, json.length() - 1) + ",\"recorded\":" + run.recorded() + "}";
    return all.replace("<", "\\u003c");
  }

  private static void block(StringBuilder page, String name, String type, String text) {
    page.append("<script type=\"%s\" id=\"packed-%s\">".formatted(type, name));
    page.append(text).append("</script>\n");
  }

  private static void packed(StringBuilder page, String name, String file) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String text = Base64.getEncoder().encodeToString(packed.toByteArray());
    block(page, name, "application/octet-stream;base64", text);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String text(String file) {
    return Resources.text(OneFile.class.getResourceAsStream(FOLDER + file), file);
  }

  private static byte[] bytes(String file) {
    try (InputStream in = OneFile.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
