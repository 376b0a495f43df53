package coterie.web.server;

import coterie.lab.page.PageStart;
import coterie.sim.trace.Json;
import coterie.web.site.PagePolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of the page, which lie beside the classes, and how it was started. */
final class PageFiles {
  private static final String FOLDER = "/coterie/web/page";

  /** Names without dots at their beginning, so that no path leads up, and with a known end. */
  private static final Pattern PATH =
      Pattern.compile("(/[A-Za-z0-9_@-][A-Za-z0-9_@.-]*)+\\.([a-z0-9]+)");

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("json", "application/json; charset=utf-8"),
          Map.entry("map", "application/json; charset=utf-8"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("wasm", "application/wasm"));

  /** A file, and by what a browser knows whether it has it. */
  private static final class Kept {
    final String type;
    final byte[] bytes;
    final String tag;

    Kept(String type, byte[] bytes, String tag) {
      this.type = type;
      this.bytes = bytes;
      this.tag = tag;
    }
  }

  private final Map<String, Kept> kept = new ConcurrentHashMap<>();
  private final String policy;

  PageFiles(PageStart start) {
    byte[] config = Json.of(config(start)).getBytes(StandardCharsets.UTF_8);
    kept.put("/config.json", kept("json", config));
    if (start.opened() != null && start.opened().recorded() != null) {
      byte[] recorded = start.opened().recorded().getBytes(StandardCharsets.UTF_8);
      kept.put("/recorded.json", kept("json", recorded));
    }
    Kept index = read("/index.html");
    if (index == null) {
      throw new IllegalStateException("index.html is missing from the jar");
    }
    policy = PagePolicy.header(new String(index.bytes, StandardCharsets.UTF_8));
  }

  private static Map<String, @Nullable Object> config(PageStart start) {
    PageStart.Opened opened = start.opened();
    Map<String, @Nullable Object> config = new LinkedHashMap<>();
    config.put("session", start.isOnServer() ? "server" : "worker");
    config.put("open", opened == null ? null : opened.scenario());
    config.put("name", opened == null ? null : opened.name());
    config.put("recorded", opened != null && opened.recorded() != null ? "recorded.json" : null);
    config.put("cluster", start.cluster().stream().map(URI::toString).toList());
    config.put("version", start.version());
    return config;
  }

  /** What all answers allow a page to do. */
  String policy() {
    return policy;
  }

  /**
   * Finds a file.
   *
   * @param known the tag of what the asker has already; null if it has nothing
   */
  PageAnswer find(String path, @Nullable String known) {
    Kept file = file(path.equals("/") ? "/index.html" : path);
    if (file == null) {
      return PageAnswer.notFound();
    }
    PageAnswer answer = PageAnswer.of(file.type, file.bytes).with("ETag", file.tag);
    if (path.equals("/worker.js")) {
      answer = answer.with("Content-Security-Policy", PagePolicy.ofWorker());
    }
    return file.tag.equals(known) ? new PageAnswer(304, answer.headers(), new byte[0]) : answer;
  }

  private @Nullable Kept file(String path) {
    Kept file = kept.get(path);
    if (file == null && PATH.matcher(path).matches()) {
      file = read(path);
      if (file != null) {
        kept.put(path, file);
      }
    }
    return file;
  }

  private static @Nullable Kept read(String path) {
    String end = path.substring(path.lastIndexOf('.') + 1);
    if (!TYPES.containsKey(end)) {
      return null;
    }
    try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + path)) {
      return in == null ? null : kept(end, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Kept kept(String end, byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      String tag = "\"%s\"".formatted(HexFormat.of().formatHex(digest, 0, 12));
      return new Kept(Objects.requireNonNull(TYPES.get(end)), bytes, tag);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
