package coterie.lab.picture;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.lab.picture.instants.Causes;
import coterie.lab.picture.instants.Detail;
import coterie.lab.picture.instants.Instants;
import coterie.lab.picture.instants.Lanes;
import coterie.lab.picture.instants.Vectors;
import coterie.lab.timeline.Phrases;
import coterie.sim.fault.Fault;
import coterie.sim.trace.Lines;
import coterie.sim.trace.StampText;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A run as rows and lanes: what a picture of it has to show, without sizes and colours. */
final class Story {
  /** Something in a row that reaches from one lane to another, or stays on one. */
  sealed interface Op permits Flight, Flight.Arrival, Mark, StampedEvent {
    int low();

    int high();
  }

  /** What a mark on a lane stands for. */
  enum Sign {
    CRASH,
    RECOVER,
    PAUSE,
    RESUME,
    DOT,
    ACCUSED,
    CLEARED,
    /** Not drawn itself: the bar of a leader begins here. */
    LEADS,
    /** Nor is this: a state of an election begins here. */
    PHASE;

    boolean changesLane() {
      return this == CRASH || this == RECOVER || this == PAUSE || this == RESUME;
    }

    /** Whether it is what a process thinks of others. */
    boolean isOpinion() {
      return this == ACCUSED || this == CLEARED;
    }
  }

  /** Something that happened on one lane. */
  record Mark(int lane, Sign sign, String name, String hint, long atNanos) implements Op {
    /** What one says of several others at once is one mark: Joined P1, P2. */
    boolean isSaidLike(Mark next) {
      return lane == next.lane
          && atNanos == next.atNanos
          && sign.isOpinion()
          && sign == next.sign
          && verb().equals(next.verb());
    }

    private String verb() {
      return name.substring(0, name.indexOf(' '));
    }

    Mark with(Mark next) {
      String names = name + "," + next.name.substring(next.name.indexOf(' '));
      return new Mark(lane, sign, names, hint + "\n" + next.hint, atNanos);
    }

    @Override
    public int low() {
      return lane;
    }

    @Override
    public int high() {
      return lane;
    }
  }

  /** A vector, shown at the end of a row. */
  record Vector(int lane, List<Vectors.Cell> cells) {
    boolean isNew() {
      return cells.stream().anyMatch(Vectors.Cell::isNew);
    }
  }

  /** All that is seen in one row. */
  record Row(
      List<Op> ops,
      List<Vector> vectors,
      List<String> sentences,
      List<String> faults,
      List<Record> verdicts) {
    Row() {
      this(
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>());
    }

    /** Whether something is said of it at the side. */
    boolean isLabelled() {
      return !faults.isEmpty() || !verdicts.isEmpty();
    }
  }

  private static final int ROWS_MAX = 120;
  private static final int VECTORS_MAX = 2200;
  private static final int NUMBERS_MAX = 8000;
  private static final int NONE = Integer.MIN_VALUE;

  final Lanes lanes;
  final Detail detail;
  final Instants instants;
  final Flights flights;
  final List<Row> rows = new ArrayList<>();
  final boolean hasVectors;
  final boolean hasStamps;
  final int messages;
  final int faults;
  final SortedMap<String, Integer> kinds = new TreeMap<>();
  private final Vectors vectors;
  private final Causes causes;
  private final BitSet due = new BitSet();
  private final SortedMap<NodeId, Enum<?>> phases = new TreeMap<>();
  private int current = NONE;

  /**
   * @param warnings times that matter most, besides those of faults
   */
  Story(View members, List<TraceEvent> events, long until, List<Long> warnings, Detail detail) {
    List<TraceEvent> inTime = events.stream().filter(e -> e.atNanos() <= until).toList();
    this.lanes = Lanes.of(members, inTime);
    this.messages = (int) inTime.stream().filter(TraceEvent.Sent.class::isInstance).count();
    this.faults = (int) inTime.stream().filter(TraceEvent.Faulted.class::isInstance).count();
    List<TraceEvent> shown = inTime.stream().filter(lanes::show).toList();
    this.detail = detail;
    this.causes = Causes.of(shown);
    this.instants = Instants.of(shown, causes, warnings, detail, rowsMax());
    this.flights = new Flights(lanes);
    this.vectors = new Vectors(lanes);
    this.hasVectors = shown.stream().anyMatch(event -> tellsVector(event, members.size()));
    this.hasStamps = shown.stream().anyMatch(Story::tellsStamp);
    for (int i = 0; i < instants.size(); i++) {
      rows.add(new Row());
    }
    if (hasVectors) {
      due.set(0, lanes.size());
    }
    shown.forEach(this::add);
    endRow();
    inTime.forEach(this::count);
  }

  private void count(TraceEvent event) {
    if (event instanceof TraceEvent.Sent sent) {
      kinds.merge(sent.message().getClass().getSimpleName(), 1, Integer::sum);
    }
  }

  /** So many that the picture stays below two megabytes if every row has every vector. */
  int rowsMax() {
    int size = lanes.size();
    int most = size < Grid.DENSE ? NUMBERS_MAX / (size * size) : VECTORS_MAX / size;
    return Math.min(ROWS_MAX, most);
  }

  private static boolean tellsVector(TraceEvent event, int size) {
    return switch (event) {
      case TraceEvent.Noted noted -> isAboutVector(noted.note());
      case TraceEvent.Knows knows -> Vectors.isVector(knows.state(), size);
      default -> false;
    };
  }

  private static boolean tellsStamp(TraceEvent event) {
    return event instanceof TraceEvent.Noted noted
        && (noted.note() instanceof Note.Stamped || noted.note() instanceof Note.Versioned);
  }

  private static boolean isAboutVector(Note note) {
    return note instanceof EventCounter.Tested || note instanceof EventCounter.Learned;
  }

  private void add(TraceEvent event) {
    if (event instanceof TraceEvent.Expired) {
      return; // An alarm shows in what the process does about it.
    }
    int row = instants.row(event.atNanos());
    if (row != current) {
      endRow();
      current = row;
    }
    switch (event) {
      case TraceEvent.Sent sent -> sent(row, sent);
      case TraceEvent.Received received -> ended(row, flights.received(row, received));
      case TraceEvent.Dropped dropped -> ended(row, flights.dropped(row, dropped));
      case TraceEvent.Noted noted -> noted(row, noted);
      case TraceEvent.Called called -> dot(row, called.node(), called.call(), called);
      case TraceEvent.Answered answered ->
          dot(row, answered.node(), "→ " + Phrases.value(answered.answer()), answered);
      case TraceEvent.Saved saved when hasStamps -> {} // There it matters what the data are.
      case TraceEvent.Saved saved -> dot(row, saved.node(), "saved", saved);
      case TraceEvent.Faulted faulted -> faulted(row, faulted);
      case TraceEvent.Knows knows -> knows(row, knows);
      case TraceEvent.Judged judged -> judged(row, judged);
      case TraceEvent.Said said -> said(row, said);
      case TraceEvent.Unreachable unreachable -> {} // The refused message shows it.
      case TraceEvent.Expired expired -> {}
    }
  }

  private void sent(int row, TraceEvent.Sent sent) {
    Flight flight = flights.sent(row, sent);
    flight.isQuiet = detail == Detail.THINNED && !causes.isCause(sent);
    put(row, flight);
  }

  private void noted(int row, TraceEvent.Noted noted) {
    int lane = lanes.lane(noted.node());
    StampText stamp = StampText.of(noted.note(), noted.node(), lanes.members());
    if (stamp != null) {
      if (!instants.isFolded(row)) {
        StampedEvent.add(rows.get(row).ops, lane, stamp, Lines.of(noted).strip());
      }
      return;
    }
    switch (noted.note()) {
      case EventCounter.Tested(NodeId who, int count) -> {
        String hint = Lines.of(noted).strip();
        put(row, flights.tested(row, noted.node(), who, (count & 1) == 1, hint));
        vectors.set(lane, who, count, Vectors.Origin.TESTED);
        due.set(lane);
      }
      case EventCounter.Learned(NodeId about, int count, NodeId from) -> {
        vectors.set(lane, about, count, Vectors.Origin.LEARNED);
        due.set(lane);
      }
      case EventCounter.TurnEnded ended -> {}
      case Note.Detail detail -> {}
      case Note.Leads leads -> mark(row, noted.node(), Sign.LEADS, "", noted);
      case Note.Suspected suspected when hasVectors -> {} // The vector shows it.
      case Note.Trusted trusted when hasVectors -> {}
      case Note.Suspected(NodeId who) -> opinion(row, noted, Sign.ACCUSED, who);
      case Note.Failed(NodeId who) -> opinion(row, noted, Sign.ACCUSED, who);
      case Note.Trusted(NodeId who) -> opinion(row, noted, Sign.CLEARED, who);
      case Note.Unknown(NodeId who) -> opinion(row, noted, Sign.DOT, who);
      case Note.Joined(NodeId who) -> opinion(row, noted, Sign.CLEARED, who);
      case Note.Left(NodeId who) -> opinion(row, noted, Sign.DOT, who);
      case Note.Elected(NodeId leader, long term) -> opinion(row, noted, Sign.CLEARED, leader);
      case Note.LeaderLost(NodeId leader, long term) -> opinion(row, noted, Sign.ACCUSED, leader);
      case Note.Entered(String lock, long token) ->
          dot(row, noted.node(), "Entered " + token, noted);
      default -> dot(row, noted.node(), Phrases.brief(noted.note()), noted);
    }
  }

  private void knows(int row, TraceEvent.Knows knows) {
    vectors.correct(lanes.lane(knows.node()), knows.state());
    Enum<?> phase = Phases.of(knows.state());
    if (phase != null && !phase.equals(phases.put(knows.node(), phase))) {
      mark(row, knows.node(), Sign.PHASE, phase.name(), knows);
    }
  }

  private void said(int row, TraceEvent.Said said) {
    rows.get(row).sentences.add(said.sentence());
  }

  private void opinion(int row, TraceEvent.Noted noted, Sign sign, NodeId who) {
    mark(row, noted.node(), sign, noted.note().getClass().getSimpleName() + " " + who, noted);
  }

  private void faulted(int row, TraceEvent.Faulted faulted) {
    switch (faulted.fault()) {
      case Fault.Crash crash -> crashed(row, crash.node(), faulted);
      case Fault.Recover recover -> {
        int lane = lanes.lane(recover.node());
        mark(row, recover.node(), Sign.RECOVER, "recover", faulted);
        if (hasVectors && lane >= 0) {
          due.set(lane);
        }
      }
      case Fault.Pause pause -> mark(row, pause.node(), Sign.PAUSE, "pause", faulted);
      case Fault.Resume resume -> mark(row, resume.node(), Sign.RESUME, "resume", faulted);
      case Fault.OfNetwork network -> rows.get(row).faults.add(network.text());
      case Fault.OfClock clock -> rows.get(row).faults.add(clock.text());
    }
  }

  private void crashed(int row, NodeId node, TraceEvent event) {
    int lane = lanes.lane(node);
    if (lane >= 0) {
      show(lane);
      vectors.reset(lane);
      phases.remove(node);
      mark(row, node, Sign.CRASH, "crash", event);
    }
  }

  private void judged(int row, TraceEvent.Judged judged) {
    rows.get(row).verdicts.add(judged.verdict());
  }

  private void dot(int row, NodeId node, String name, TraceEvent event) {
    mark(row, node, Sign.DOT, name, event);
  }

  private void mark(int row, NodeId node, Sign sign, String name, TraceEvent event) {
    int lane = lanes.lane(node);
    if (lane < 0 || instants.isFolded(row)) {
      return;
    }
    Mark mark = new Mark(lane, sign, name, Lines.of(event).strip(), event.atNanos());
    List<Op> ops = rows.get(row).ops;
    if (!ops.isEmpty() && ops.getLast() instanceof Mark last && last.isSaidLike(mark)) {
      ops.set(ops.size() - 1, last.with(mark));
    } else {
      ops.add(mark);
    }
  }

  private void put(int row, @Nullable Flight flight) {
    if (flight != null && !instants.isFolded(row)) {
      rows.get(row).ops.add(flight);
    }
  }

  private void ended(int row, @Nullable Flight flight) {
    if (flight != null && !instants.isFolded(row) && !flight.isLevel()) {
      rows.get(row).ops.add(new Flight.Arrival(flight));
    }
  }

  private void endRow() {
    for (int lane = due.nextSetBit(0); lane >= 0 && current != NONE; lane = due.nextSetBit(lane)) {
      show(lane);
    }
  }

  private void show(int lane) {
    if (due.get(lane) && current >= 0 && !instants.isFolded(current)) {
      rows.get(current).vectors.add(new Vector(lane, vectors.show(lane)));
    }
    due.clear(lane);
  }
}
