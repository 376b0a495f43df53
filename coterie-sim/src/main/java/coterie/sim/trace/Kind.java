package coterie.sim.trace;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds of lines in a trace, by the words that a scenario's {@code show} takes. */
public enum Kind {
  SENDS,
  RECEIVES,
  DROPS,
  ALARMS,
  SAVES,
  CALLS,
  NOTES,
  FAULTS,
  STATES,
  VERDICTS,
  SENTENCES;

  /** What a trace shows unless told otherwise: all but the arrivals and the alarms. */
  public static Set<Kind> usual() {
    return EnumSet.complementOf(EnumSet.of(RECEIVES, ALARMS));
  }

  public static Kind of(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Sent sent -> SENDS;
      case TraceEvent.Received received -> RECEIVES;
      case TraceEvent.Dropped dropped -> DROPS;
      case TraceEvent.Unreachable unreachable -> DROPS;
      case TraceEvent.Expired expired -> ALARMS;
      case TraceEvent.Saved saved -> SAVES;
      case TraceEvent.Called called -> CALLS;
      case TraceEvent.Answered answered -> CALLS;
      case TraceEvent.Noted noted -> NOTES;
      case TraceEvent.Faulted faulted -> FAULTS;
      case TraceEvent.Knows knows -> STATES;
      case TraceEvent.Judged judged -> VERDICTS;
      case TraceEvent.Said said -> SENTENCES;
    };
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Kind parse(String word) {
    return parse(word, EnumSet.allOf(Kind.class));
  }

  /**
   * Returns the kind of that word.
   *
   * @param possible those that can be shown
   */
  public static Kind parse(String word, Set<Kind> possible) {
    return possible.stream()
        .filter(kind -> kind.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"%s\" cannot be shown; choose %s"
                        .formatted(
                            word,
                            possible.stream().map(Kind::word).collect(Collectors.joining(", ")))));
  }
}
