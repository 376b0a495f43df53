package coterie.lab.lesson;

import coterie.lab.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A demo as data: one file among the resources, in the format that docs/demos.md describes.
 *
 * @param page where docs/ tells more
 * @param program what runs it; {@link #SCENARIO} if it is a scenario that explains itself
 * @param text what is told before it
 * @param phrases what a program says at which step
 * @param parts the scenario, and what a program adds to it
 */
public record Lesson(
    String name,
    String title,
    String summary,
    String page,
    String program,
    List<String> text,
    SortedMap<String, String> phrases,
    List<Part> parts) {
  /** Some statements, and what they mean; the first part of a lesson has no name. */
  public record Part(String name, String words, List<String> lines) {}

  public static final String SCENARIO = "scenario";

  private static final String FOLDER = "lessons/";
  private static final String INDEX = "index";
  private static final String RULE = "---";
  private static final Pattern ENTRY = Pattern.compile("(title|summary|page|program): (.+)");
  private static final Pattern PHRASE = Pattern.compile("tell ([a-z-]+): (.+)");
  private static final Pattern PART = Pattern.compile("--- ([a-z-]+): (.+)");
  private static final Pattern PLACE = Pattern.compile("\\{([a-z]+)}");

  /** All lessons, in the order of the index. */
  public static List<Lesson> all() {
    List<Lesson> all = new ArrayList<>();
    for (String name : lines(INDEX)) {
      all.add(parse(name, lines(name + ".lesson")));
    }
    return List.copyOf(all);
  }

  private static List<String> lines(String file) {
    return Resources.text(Lesson.class, FOLDER + file).lines().toList();
  }

  /** Reads a lesson; an exception names the line that is wrong. */
  public static Lesson parse(String name, List<String> lines) {
    int rule = lines.indexOf(RULE);
    if (rule < 0) {
      throw new IllegalArgumentException(name + ": a line of " + RULE + " begins the scenario");
    }
    SortedMap<String, String> entries = new TreeMap<>();
    SortedMap<String, String> phrases = new TreeMap<>();
    int next = 0;
    for (; next < rule && !lines.get(next).isBlank(); next++) {
      Matcher entry = ENTRY.matcher(lines.get(next));
      Matcher phrase = PHRASE.matcher(lines.get(next));
      Matcher found = entry.matches() ? entry : phrase;
      if (!entry.matches() && !phrase.matches()) {
        throw new IllegalArgumentException(
            "%s, line %d: a line here is title, summary, page or program, or tell STEP, with a"
                    .formatted(name, next + 1)
                + " colon and words");
      }
      (entry.matches() ? entries : phrases).put(found.group(1), found.group(2));
    }
    return new Lesson(
        name,
        required(name, "title", entries),
        required(name, "summary", entries),
        required(name, "page", entries),
        entries.getOrDefault("program", SCENARIO),
        lines.subList(Math.min(next + 1, rule), rule),
        phrases,
        parts(lines.subList(rule + 1, lines.size())));
  }

  private static String required(String name, String key, SortedMap<String, String> entries) {
    String value = entries.get(key);
    if (value == null) {
      throw new IllegalArgumentException("%s has no line \"%s: ...\"".formatted(name, key));
    }
    return value;
  }

  private static List<Part> parts(List<String> lines) {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part("", "", new ArrayList<>()));
    for (String line : lines) {
      Matcher begin = PART.matcher(line);
      if (begin.matches()) {
        parts.add(new Part(begin.group(1), begin.group(2), new ArrayList<>()));
      } else {
        parts.getLast().lines.add(line);
      }
    }
    return List.copyOf(parts);
  }

  /** The scenario with its places filled in, and the parts of these names after it. */
  public List<String> scenario(Map<String, ?> values, String... added) {
    List<String> lines = new ArrayList<>();
    List<String> wanted = List.of(added);
    for (Part part : parts) {
      if (part.name.isEmpty() || wanted.contains(part.name)) {
        part.lines.forEach(line -> lines.add(filled(line, values)));
      }
    }
    return lines;
  }

  /** What is said at a step. */
  public String phrase(String step, Map<String, ?> values) {
    String phrase = phrases.get(step);
    if (phrase == null) {
      throw new IllegalStateException("%s has no line \"tell %s: ...\"".formatted(name, step));
    }
    return filled(phrase, values);
  }

  private String filled(String line, Map<String, ?> values) {
    return PLACE.matcher(line).replaceAll(place -> Matcher.quoteReplacement(value(place, values)));
  }

  private String value(MatchResult place, Map<String, ?> values) {
    Object value = values.get(place.group(1));
    if (value == null) {
      throw new IllegalStateException("%s: nothing is known of %s".formatted(name, place.group()));
    }
    return value.toString();
  }
}
