package coterie.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Serves an empty page, the files of the page, and what was compiled for the browser. */
final class PageServer implements AutoCloseable {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "wasm", "application/wasm");

  /** A page that takes scripts from its own host alone, and lets none make functions of texts. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

  private final Path compiled;
  private final HttpServer server;

  PageServer(Path compiled) throws IOException {
    this.compiled = compiled;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String name = exchange.getRequestURI().getPath().substring(1);
      byte[] body = name.isEmpty() ? page() : body(name);
      String kind = name.isEmpty() ? "html" : name.substring(name.lastIndexOf('.') + 1);
      exchange.getResponseHeaders().set("Content-Type", TYPES.getOrDefault(kind, "text/plain"));
      exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
      exchange.sendResponseHeaders(
          body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static byte[] page() {
    return "<!doctype html><title>Coterie</title>".getBytes(StandardCharsets.UTF_8);
  }

  private byte[] body(String name) throws IOException {
    Path file = compiled.resolve(name).normalize();
    if (file.startsWith(compiled) && Files.isRegularFile(file)) {
      return Files.readAllBytes(file);
    }
    try (InputStream in = PageServer.class.getResourceAsStream("page/" + name)) {
      return in == null ? new byte[0] : in.readAllBytes();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
