package coterie.lab.compare;

import coterie.lab.flag.Given;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What can be compared, and which flags go with it besides those that all have. */
enum ComparedKind {
  DETECTORS,
  ELECTIONS,
  MUTEXES;

  private static final String ALL_BEFORE = "--nodes, --loss, ";
  private static final String ALL_AFTER =
      ", --down, --latency, --seed, --seeds, --set, --threads, --csv, --svg, --html, --json";

  private List<String> own() {
    return switch (this) {
      case DETECTORS ->
          List.of("--crash-rate", "--pauses", "--until", "--warmup", "--quiet", "--csv-curve");
      case ELECTIONS -> List.of("--crash", "--crashes");
      case MUTEXES ->
          List.of(
              "--think",
              "--hold",
              "--clients",
              "--crash-rate",
              "--pauses",
              "--until",
              "--warmup",
              "--quiet");
    };
  }

  /** The flag that asks for it. */
  String flag() {
    return "--" + word();
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * What is asked for (default: detectors).
   *
   * @throws IllegalArgumentException where a flag was given that goes with something else only
   */
  static ComparedKind of(Given given) {
    ComparedKind asked = DETECTORS;
    for (ComparedKind subject : values()) {
      asked = given.has(subject.flag()) ? subject : asked;
    }
    for (ComparedKind other : values()) {
      List<String> flags = new ArrayList<>(other.own());
      flags.addFirst(other.flag());
      flags.removeAll(asked.own());
      flags.removeIf(flag -> !given.has(flag));
      if (other != asked && !flags.isEmpty()) {
        throw new IllegalArgumentException(asked.refusal(flags.getFirst()));
      }
    }
    return asked;
  }

  private String refusal(String flag) {
    List<ComparedKind> owners =
        Arrays.stream(values())
            .filter(one -> one.flag().equals(flag) || one.own().contains(flag))
            .toList();
    String whose = owners.stream().map(ComparedKind::word).collect(Collectors.joining(" or "));
    String instead =
        this == DETECTORS
            ? owners.getFirst().flag() + " NAME,NAME asks for one"
            : "with %s there is ".formatted(flag())
                + ALL_BEFORE
                + String.join(", ", own())
                + ALL_AFTER;
    return "%s belongs to a comparison of %s; %s".formatted(flag, whose, instead);
  }
}
