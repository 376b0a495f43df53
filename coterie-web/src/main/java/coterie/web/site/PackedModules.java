package coterie.web.site;

import coterie.agent.http.JsonReader;
import coterie.sim.trace.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Modules that import each other by addresses, made into modules that import each other by names: a
 * module in an address of the kind {@code data:} has no neighbours. Of the libraries only what is
 * reached is taken.
 */
final class PackedModules {
  private static final String OURS = "js/";

  /** A word that imports, and the name in quotes behind it. */
  private static final Pattern IMPORT =
      Pattern.compile("(\\b(?:from|import)\\s*\\(?\\s*)([\"'])([^\"'\\n]+)\\2");

  private final Map<String, String> files;
  private final Map<String, String> names = new TreeMap<>();

  /**
   * @param files what there is, by path
   * @param importMap of the page that is not packed
   */
  PackedModules(Map<String, String> files, String importMap) {
    this.files = files;
    if (JsonReader.parseObject(importMap).get("imports") instanceof Map<?, ?> imports) {
      imports.forEach((name, path) -> names.put(String.valueOf(name), path(String.valueOf(path))));
    }
  }

  private static String path(String address) {
    return address.replaceFirst("^\\./", "");
  }

  /** The import map of the page that is packed. */
  String importMap() {
    Map<String, String> packed = new TreeMap<>();
    Deque<String> open = new ArrayDeque<>();
    files.keySet().stream().filter(path -> path.startsWith(OURS)).forEach(open::add);
    while (!open.isEmpty()) {
      String path = open.remove();
      String name = name(path);
      if (!packed.containsKey(name)) {
        packed.put(name, ""); // Modules may import each other in a ring.
        packed.put(name, address(rewritten(path, open)));
      }
    }
    return Json.of(Map.of("imports", packed));
  }

  private static String address(String script) {
    return "data:text/javascript;base64,"
        + Base64.getEncoder().encodeToString(script.getBytes(StandardCharsets.UTF_8));
  }

  private String rewritten(String path, Deque<String> open) {
    Matcher each = IMPORT.matcher(files.getOrDefault(path, ""));
    StringBuilder script = new StringBuilder();
    while (each.find()) {
      String target = resolved(path, each.group(3));
      if (target == null) {
        each.appendReplacement(script, Matcher.quoteReplacement(each.group()));
      } else {
        open.add(target);
        String whole = each.group(1) + each.group(2) + name(target) + each.group(2);
        each.appendReplacement(script, Matcher.quoteReplacement(whole));
      }
    }
    return each.appendTail(script).toString();
  }

  /** By which name others import it. */
  private static String name(String path) {
    return path.startsWith(OURS) ? "coterie/" + path.substring(OURS.length()) : "page/" + path;
  }

  /** The path that is meant; null where the page has no such module. */
  private @Nullable String resolved(String from, String wanted) {
    String target = wanted.startsWith(".") ? relative(from, wanted) : mapped(wanted);
    return target != null && files.containsKey(target) ? target : null;
  }

  private static @Nullable String relative(String from, String wanted) {
    return wanted.contains(" ") ? null : path(URI.create(from).resolve(wanted).toString());
  }

  private @Nullable String mapped(String wanted) {
    String exact = names.get(wanted);
    if (exact != null) {
      return exact;
    }
    String best = null;
    for (String prefix : names.keySet()) {
      boolean isLonger = best == null || prefix.length() > best.length();
      if (prefix.endsWith("/") && wanted.startsWith(prefix) && isLonger) {
        best = prefix;
      }
    }
    return best == null ? null : names.get(best) + wanted.substring(best.length());
  }
}
