package coterie.web.site;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the page may do, as browsers enforce it: run and ask for what came from where it came from,
 * and nothing else. The import map is the one script within the page; it is allowed by its hash.
 */
public final class PagePolicy {
  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

  private static final Pattern META =
      Pattern.compile("\\s*<meta http-equiv=\"Content-Security-Policy\"[^>]*>");
  private static final Pattern HEAD = Pattern.compile("(?i)<head>");

  private PagePolicy() {}

  /** The header, for a page with that import map. */
  public static String header(String html) {
    return policy(html) + "; frame-ancestors 'none'";
  }

  /** The header of the worker, which has no document: scripts and WebAssembly of its own host. */
  public static String ofWorker() {
    return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
  }

  /**
   * The page with the policy in its head, in the place of the one that is there; frames cannot be
   * forbidden from there.
   */
  public static String withPolicy(String html) {
    String bare = META.matcher(html).replaceAll("");
    Matcher head = HEAD.matcher(bare);
    if (!head.find()) {
      throw new IllegalArgumentException("the page has no <head>");
    }
    return "%s%n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">%s"
        .formatted(bare.substring(0, head.end()), policy(bare), bare.substring(head.end()));
  }

  private static String policy(String html) {
    Matcher map = IMPORT_MAP.matcher(html);
    String allowed = map.find() ? " 'sha256-%s'".formatted(hash(map.group(1))) : "";
    return String.join(
        "; ",
        "default-src 'none'",
        "script-src 'self'%s 'wasm-unsafe-eval'".formatted(allowed),
        "style-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data: blob:",
        "base-uri 'none'",
        "form-action 'none'");
  }

  /** The import map of a page. */
  static String importMap(String html) {
    Matcher map = IMPORT_MAP.matcher(html);
    if (!map.find()) {
      throw new IllegalArgumentException("the page has no import map");
    }
    return map.group(1);
  }

  /** What a page in one file may do: run these scripts and what they make, and ask nobody. */
  static String ofOneFile(List<String> scripts, String style) {
    String hashes =
        scripts.stream()
            .map(script -> " 'sha256-%s'".formatted(hash(script)))
            .collect(Collectors.joining());
    return String.join(
        "; ",
        "default-src 'none'",
        "script-src%s data: blob: 'wasm-unsafe-eval'".formatted(hashes),
        "style-src 'sha256-%s'".formatted(hash(style)),
        "worker-src blob:",
        "connect-src blob:",
        "img-src data: blob:",
        "base-uri 'none'",
        "form-action 'none'");
  }

  static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
