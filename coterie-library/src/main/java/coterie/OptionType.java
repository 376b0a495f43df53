package coterie;

import coterie.core.TimeText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the values of an option are written in a file, in the environment or in a flag, and which of
 * them are allowed.
 *
 * @param label what the help shows in place of a value, such as HOST:PORT
 * @param type the class of the values
 * @param none the value of an option that was not set; null if it then has none
 * @param reader reads a text, or throws one sentence
 * @param check throws one sentence if the value is not allowed
 */
public record OptionType<T>(
    String label, Class<?> type, @Nullable T none, Function<String, T> reader, Consumer<T> check) {
  static final String BOOLEAN = "BOOLEAN";
  static final String SECRET = "TEXT";

  private static final int NAME_MAX = 100;
  private static final int RANK_MAX = 1_000_000;

  /** Makes a type of which every value is allowed that can be read. */
  static <T> OptionType<T> of(String label, Class<T> type, Function<String, T> reader) {
    return new OptionType<>(label, type, null, reader, value -> {});
  }

  /** Makes the type of an option that programs set, and files and flags do not. */
  static <T> OptionType<T> program(T none) {
    Function<String, T> reader =
        text -> {
          throw new IllegalArgumentException("only a program sets this option");
        };
    return new OptionType<>("", none.getClass(), none, reader, value -> {});
  }

  /** A text that is not shown to anybody. */
  public static OptionType<String> secret() {
    return of(SECRET, String.class, text -> text);
  }

  /** A file or a folder, as the label says. */
  public static OptionType<Path> path(String label) {
    return of(label, Path.class, Path::of);
  }

  public static OptionType<String> address() {
    return new OptionType<>("HOST:PORT", String.class, null, text -> text, HostPort::parse);
  }

  static OptionType<Duration> duration() {
    return of("DURATION", Duration.class, text -> Duration.ofNanos(TimeText.parse(text)));
  }

  static OptionType<Boolean> truth() {
    return choice(BOOLEAN, Boolean.class, List.of("true", "false"), Boolean::valueOf);
  }

  /** One of the words of an enum, in small letters. */
  static <E extends Enum<E>> OptionType<E> word(Class<E> type) {
    List<String> words =
        Stream.of(type.getEnumConstants()).map(e -> e.name().toLowerCase(Locale.ROOT)).toList();
    return choice("WORD", type, words, word -> Enum.valueOf(type, word.toUpperCase(Locale.ROOT)));
  }

  static <T> OptionType<T> choice(
      String label, Class<T> type, List<String> words, Function<String, T> meaning) {
    return of(
        label,
        type,
        text -> {
          if (!words.contains(text)) {
            throw new IllegalArgumentException(
                "\"%s\" is unknown; choose %s".formatted(text, String.join(", ", words)));
          }
          return meaning.apply(text);
        });
  }

  /** The name of what is given here, such as a node. */
  static OptionType<String> name(String what) {
    return new OptionType<>(
        "NAME", String.class, "", text -> text, name -> requireName(what, name));
  }

  /** Names with commas between them, none of them twice. */
  static OptionType<List<String>> names(String what) {
    return new OptionType<>(
        "NAMES",
        List.class,
        List.of(),
        OptionType::items,
        names -> {
          names.forEach(name -> requireName(what, name));
          if (new HashSet<>(names).size() != names.size()) {
            throw new IllegalArgumentException("%s is listed twice: %s".formatted(what, names));
          }
        });
  }

  static OptionType<List<String>> list() {
    return new OptionType<>("LIST", List.class, List.of(), OptionType::items, list -> {});
  }

  static OptionType<SortedMap<String, String>> tags() {
    return new OptionType<>(
        "K=V,...",
        SortedMap.class,
        new TreeMap<>(),
        OptionType::pairs,
        tags -> tags.keySet().forEach(OptionType::requireTag));
  }

  static OptionType<Integer> rank() {
    return new OptionType<>(
        "NUMBER", Integer.class, null, OptionType::number, OptionType::requireRank);
  }

  private static List<String> items(String text) {
    List<String> items = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      if (item.isBlank()) {
        throw new IllegalArgumentException("empty item in list \"%s\"".formatted(text));
      }
      items.add(item.strip());
    }
    return items;
  }

  private static SortedMap<String, String> pairs(String text) {
    TreeMap<String, String> tags = new TreeMap<>();
    for (String item : items(text)) {
      int equals = item.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "a tag is key=value, such as role=web, not \"%s\"".formatted(item));
      }
      tags.put(item.substring(0, equals).strip(), item.substring(equals + 1).strip());
    }
    return tags;
  }

  private static int number(String text) {
    if (!text.matches("[0-9]{1,7}")) {
      throw new IllegalArgumentException(
          "a rank is a number from 0 to %d, not \"%s\"".formatted(RANK_MAX, text));
    }
    return Integer.parseInt(text);
  }

  private static void requireRank(long rank) {
    if (rank < 0 || rank > RANK_MAX) {
      throw new IllegalArgumentException(
          "a rank is a number from 0 to %d, not %d".formatted(RANK_MAX, rank));
    }
  }

  /** Keeps the tags free that the node itself has on its card. */
  private static void requireTag(String key) {
    if (key.startsWith("coterie.")) {
      throw new IllegalArgumentException(
          "tags that begin with coterie. are the node's own, and %s does".formatted(key));
    }
  }

  private static void requireName(String what, String name) {
    if (name.isBlank() || name.length() > NAME_MAX) {
      throw new IllegalArgumentException(
          "%s needs a name of 1 to %d characters, not %s"
              .formatted(what, NAME_MAX, name.isBlank() ? "none" : name.length() + " of them"));
    }
  }
}
