package coterie.recipe;

import coterie.core.TimeText;
import java.util.List;

/**
 * One thing that can be set about a protocol.
 *
 * @param fallback the text that stands for the value when it is not given
 * @param words the words allowed, for a setting of kind {@link Kind#WORD}; empty otherwise
 */
public record Setting(String name, Kind kind, String fallback, String help, List<String> words) {
  static final String ALL = "all";

  /** What a value looks like. */
  public enum Kind {
    DURATION("a duration such as 30, 1.5s or 200ms"),
    COUNT("a whole number from 0"),
    COUNT_OR_ALL("a whole number from 0, or all"),
    COUNT_OR_NAMES("a whole number from 0, or names separated by commas"),
    DECIMAL("a number from 0 such as 8 or 2.5"),
    FLAG("true or false"),
    WORD("one of the words");

    private final String looks;

    Kind(String looks) {
      this.looks = looks;
    }
  }

  public Setting {
    words = List.copyOf(words);
  }

  public static Setting duration(String name, String fallback, String help) {
    return new Setting(name, Kind.DURATION, fallback, help, List.of());
  }

  public static Setting count(String name, long fallback, String help) {
    return new Setting(name, Kind.COUNT, Long.toString(fallback), help, List.of());
  }

  /** All, unless a number is said. */
  public static Setting countOrAll(String name, String help) {
    return new Setting(name, Kind.COUNT_OR_ALL, ALL, help, List.of());
  }

  /** How many, or what each is called. */
  public static Setting countOrNames(String name, long fallback, String help) {
    return new Setting(name, Kind.COUNT_OR_NAMES, Long.toString(fallback), help, List.of());
  }

  public static Setting decimal(String name, String fallback, String help) {
    return new Setting(name, Kind.DECIMAL, fallback, help, List.of());
  }

  public static Setting flag(String name, String help) {
    return new Setting(name, Kind.FLAG, "false", help, List.of());
  }

  /** The first of the words is the fallback. */
  public static Setting word(String name, List<String> words, String help) {
    return new Setting(name, Kind.WORD, words.getFirst(), help, words);
  }

  /** What is allowed, as the end of a sentence. */
  public String allowed() {
    return kind == Kind.WORD ? String.join(" or ", words) : kind.looks;
  }

  /** Throws where the text is not a value of this setting. */
  void check(String text) {
    boolean fits =
        switch (kind) {
          case DURATION -> TimeText.isDuration(text);
          case COUNT -> text.matches("[0-9]{1,18}");
          case COUNT_OR_ALL -> text.equals(ALL) || text.matches("[0-9]{1,18}");
          case COUNT_OR_NAMES ->
              text.matches("[0-9]{1,18}|[^,\\s]*[^,\\s0-9][^,\\s]*|[^,\\s]+(,[^,\\s]+)+");
          case DECIMAL -> !Double.isNaN(Settings.parseDecimal(text));
          case FLAG -> text.equals("true") || text.equals("false");
          case WORD -> words.contains(text);
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "%s takes %s, not \"%s\"".formatted(name, allowed(), text));
    }
  }
}
