package coterie.lab.picture.instants;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.check.detect.Diagnosis.Diagnosed;
import coterie.sim.fault.Fault;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A run of a protocol that tests and counts, cut into steps: the start, then one step for every
 * test, with what every process knows after it. A crash or a recovery begins a new section.
 */
public final class Steps {
  /** How many there may be in a picture. */
  public static final int MAX = 200;

  /**
   * What every process knows after one test.
   *
   * @param tester a lane; negative at the start
   * @param tested a lane; negative at the start
   * @param rows a vector for each process; null for one that is down
   */
  public record Panel(
      String letter,
      long atNanos,
      int tester,
      int tested,
      boolean isFaulty,
      List<String> words,
      List<@Nullable List<Vectors.Cell>> rows) {
    public boolean isTest() {
      return tester >= 0;
    }
  }

  /** What follows one crash or recovery, or several without a step between them. */
  public static final class Section {
    public final List<String> titles = new ArrayList<>();
    public final List<Panel> panels = new ArrayList<>();
  }

  private final Lanes lanes;
  private final SortedMap<Integer, String> letters;
  private final Vectors vectors;
  private final BitSet down = new BitSet();
  private final List<Section> sections = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private int panels;
  private int leftOut;
  private int number;
  private int first;
  private long at;
  private TraceEvent.@Nullable Noted test;

  /**
   * @param letters of the steps that are shown, by the position of an event of theirs; if there are
   *     none, all are shown and get letters in their order
   */
  public Steps(View members, List<TraceEvent> events, SortedMap<Integer, String> letters) {
    this.lanes = Lanes.of(members, events);
    this.letters = letters;
    this.vectors = new Vectors(lanes);
    sections.add(new Section());
    sections.getFirst().titles.add("at the start");
    for (int i = 0; i < events.size(); i++) {
      add(i, events.get(i));
    }
    end(events.size());
  }

  public Lanes lanes() {
    return lanes;
  }

  public List<Section> sections() {
    return sections;
  }

  /** How many steps there was no room for. */
  public int leftOut() {
    return leftOut;
  }

  private void add(int position, TraceEvent event) {
    switch (event) {
      case TraceEvent.Noted noted -> noted(position, noted);
      case TraceEvent.Knows knows -> vectors.correct(lanes.lane(knows.node()), knows.state());
      case TraceEvent.Faulted(long when, Fault.Crash crash) -> {
        begin(position, crash.node() + " crashes at " + TimeText.format(when));
        vectors.reset(lanes.lane(crash.node()));
        down.set(lanes.lane(crash.node()));
      }
      case TraceEvent.Faulted(long when, Fault.Recover recover) -> {
        begin(position, recover.node() + " recovers at " + TimeText.format(when));
        down.clear(lanes.lane(recover.node()));
      }
      case TraceEvent.Judged(long when, Diagnosed diagnosed) -> judged(diagnosed);
      default -> {}
    }
  }

  private void noted(int position, TraceEvent.Noted noted) {
    int lane = lanes.lane(noted.node());
    switch (noted.note()) {
      case EventCounter.Tested(NodeId who, int count) -> {
        end(position);
        test = noted;
        at = noted.atNanos();
        boolean isFaulty = (count & 1) == 1;
        words.add("%s tests %s: %s".formatted(noted.node(), who, isFaulty ? "faulty" : "correct"));
        vectors.set(lane, who, count, Vectors.Origin.TESTED);
      }
      case EventCounter.Learned(NodeId about, int count, NodeId from) -> {
        words.add("learns %s is %d".formatted(about, count));
        vectors.set(lane, about, count, Vectors.Origin.LEARNED);
      }
      case EventCounter.OnlyOneLeft left -> words.add("only one correct is left");
      default -> {}
    }
  }

  private void judged(Diagnosed diagnosed) {
    String event = diagnosed.event().equals("crash") ? " crashes at " : " recovers at ";
    String title = diagnosed.node() + event + TimeText.format(diagnosed.atNanos());
    Long when = diagnosed.diagnosedAtNanos();
    Long latency = diagnosed.latencyNanos();
    if (when == null || latency == null) {
      return;
    }
    String outcome =
        "%s · diagnosed at %s: tests %d, rounds %d, latency %s"
            .formatted(
                title,
                TimeText.format(when),
                diagnosed.tests(),
                diagnosed.rounds(),
                TimeText.format(latency));
    for (Section section : sections) {
      section.titles.replaceAll(one -> one.equals(title) ? outcome : one);
    }
  }

  private void begin(int position, String title) {
    end(position);
    test = null;
    if (!sections.getLast().panels.isEmpty()) {
      sections.add(new Section());
    }
    sections.getLast().titles.add(title);
  }

  /** The step before that event is over: it is shown, if it has a letter. */
  private void end(int position) {
    boolean isStep = number == 0 || test != null;
    if (isStep) {
      String letter = letter(position);
      number++;
      if (letter != null && panels < MAX) {
        panels++;
        sections.getLast().panels.add(panel(letter));
      } else if (letter != null) {
        leftOut++;
      }
    }
    test = null;
    words.clear();
    first = position;
  }

  private @Nullable String letter(int end) {
    if (letters.isEmpty()) {
      return "(" + (char) ('a' + number % 26) + "'".repeat(number / 26) + ")";
    }
    SortedMap<Integer, String> own = letters.subMap(first, end);
    return own.isEmpty() ? null : own.get(own.firstKey());
  }

  private Panel panel(String letter) {
    List<@Nullable List<Vectors.Cell>> rows = new ArrayList<>();
    for (int lane = 0; lane < lanes.size(); lane++) {
      rows.add(down.get(lane) ? null : vectors.show(lane));
    }
    TraceEvent.Noted shown = test;
    if (shown == null || !(shown.note() instanceof EventCounter.Tested(NodeId who, int count))) {
      return new Panel(letter, at, -1, -1, false, List.of("nobody has tested yet"), rows);
    }
    boolean isFaulty = (count & 1) == 1;
    int tester = lanes.lane(shown.node());
    return new Panel(letter, at, tester, lanes.lane(who), isFaulty, List.copyOf(words), rows);
  }
}
