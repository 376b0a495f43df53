package coterie.sim.picture;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.sim.trace.Lines;
import coterie.sim.trace.StampText;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
    CLEARED;

    /** Whether a dot stands for it; the other ones change the lane. */
    boolean isDot() {
      return this == DOT || this == ACCUSED || this == CLEARED;
    }
  }

  /** Something that happened on one lane. */
  record Mark(int lane, Sign sign, String name, String hint) implements Op {
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
  private static final int OPS_MAX = 3000;
  private static final int NONE = Integer.MIN_VALUE;

  final Lanes lanes;
  final Instants instants;
  final Flights flights;
  final List<Row> rows = new ArrayList<>();
  final boolean hasVectors;
  final boolean hasStamps;
  final int messages;
  final int faults;
  final int drawnOneOf;
  private final Vectors vectors;
  private final BitSet due = new BitSet();
  private int current = NONE;

  Story(View members, List<TraceEvent> events, long until) {
    List<TraceEvent> inTime = events.stream().filter(e -> e.atNanos() <= until).toList();
    this.lanes = Lanes.of(members, inTime);
    this.messages = (int) inTime.stream().filter(TraceEvent.Sent.class::isInstance).count();
    this.faults = (int) inTime.stream().filter(TraceEvent.Faulted.class::isInstance).count();
    List<TraceEvent> shown = inTime.stream().filter(lanes::show).toList();
    this.instants = Instants.of(shown, rowsMax(lanes.size()));
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
    this.drawnOneOf = thin();
  }

  /** Where there is far too much to see, one of so many messages is drawn, and no note. */
  private int thin() {
    List<Op> common =
        rows.stream().flatMap(row -> row.ops.stream()).filter(Story::isCommon).toList();
    int oneOf = Math.max(1, Math.ceilDiv(common.size(), OPS_MAX));
    for (int i = 0; i < common.size(); i++) {
      if (i % oneOf != 0 && common.get(i) instanceof Flight flight) {
        flight.fate = Flight.Fate.HIDDEN;
      }
    }
    if (oneOf > 1) {
      rows.forEach(row -> row.ops.removeIf(op -> !(op instanceof Flight) && isCommon(op)));
    }
    return oneOf;
  }

  private static boolean isCommon(Op op) {
    return switch (op) {
      case Flight flight ->
          flight.fate != Flight.Fate.FOUND_FAULTY && flight.fate != Flight.Fate.HIDDEN;
      case Flight.Arrival arrival -> false;
      case Mark mark -> mark.sign.isDot();
      case StampedEvent stamped -> true;
    };
  }

  /** So many that the picture stays below two megabytes if every row has every vector. */
  private static int rowsMax(int lanes) {
    int most = lanes < Grid.DENSE ? NUMBERS_MAX / (lanes * lanes) : VECTORS_MAX / lanes;
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
    return note instanceof Note.Tested || note instanceof Note.Learned;
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
      case TraceEvent.Sent sent -> put(row, flights.sent(row, sent));
      case TraceEvent.Received received -> ended(row, flights.received(row, received));
      case TraceEvent.Dropped dropped -> ended(row, flights.dropped(row, dropped));
      case TraceEvent.Noted noted -> noted(row, noted);
      case TraceEvent.Called called -> dot(row, called.node(), called.call(), called);
      case TraceEvent.Answered answered ->
          dot(row, answered.node(), "→ " + Phrases.value(answered.answer()), answered);
      case TraceEvent.Saved saved when hasStamps -> {} // There it matters what the data are.
      case TraceEvent.Saved saved -> dot(row, saved.node(), "saved", saved);
      case TraceEvent.Faulted faulted -> faulted(row, faulted);
      case TraceEvent.Knows knows -> vectors.correct(lanes.lane(knows.node()), knows.state());
      case TraceEvent.Judged judged -> judged(row, judged);
      case TraceEvent.Said said -> said(row, said);
      case TraceEvent.Unreachable unreachable -> {} // The refused message shows it.
      case TraceEvent.Expired expired -> {}
    }
  }

  private void noted(int row, TraceEvent.Noted noted) {
    int lane = lanes.lane(noted.node());
    StampText stamp = StampText.of(noted.note(), noted.node(), lanes.members());
    if (stamp != null) {
      if (row >= 0) {
        StampedEvent.add(rows.get(row).ops, lane, stamp, Lines.of(noted).strip());
      }
      return;
    }
    switch (noted.note()) {
      case Note.Tested(NodeId who, int count) -> {
        String hint = Lines.of(noted).strip();
        put(row, flights.tested(row, noted.node(), who, (count & 1) == 1, hint));
        vectors.set(lane, who, count, Vectors.Origin.TESTED);
        due.set(lane);
      }
      case Note.Learned(NodeId about, int count, NodeId from) -> {
        vectors.set(lane, about, count, Vectors.Origin.LEARNED);
        due.set(lane);
      }
      case Note.TurnEnded ended -> {}
      case Note.Leads leads -> {} // A bar along the lane shows it.
      case Note.Suspected suspected when hasVectors -> {} // The vector shows it.
      case Note.Trusted trusted when hasVectors -> {}
      case Note.Suspected(NodeId who) -> opinion(row, noted, Sign.ACCUSED, who);
      case Note.Failed(NodeId who) -> opinion(row, noted, Sign.ACCUSED, who);
      case Note.Trusted(NodeId who) -> opinion(row, noted, Sign.CLEARED, who);
      case Note.Joined(NodeId who) -> opinion(row, noted, Sign.CLEARED, who);
      case Note.Left(NodeId who) -> opinion(row, noted, Sign.DOT, who);
      case Note.Elected(NodeId leader, long term) -> opinion(row, noted, Sign.CLEARED, leader);
      case Note.LeaderLost(NodeId leader, long term) -> opinion(row, noted, Sign.ACCUSED, leader);
      case Note.Entered(String lock, long token) ->
          dot(row, noted.node(), "Entered " + token, noted);
      default -> dot(row, noted.node(), Phrases.brief(noted.note()), noted);
    }
  }

  private void said(int row, TraceEvent.Said said) {
    if (row >= 0) {
      rows.get(row).sentences.add(said.sentence());
    }
  }

  private void opinion(int row, TraceEvent.Noted noted, Sign sign, NodeId who) {
    mark(row, noted.node(), sign, noted.note().getClass().getSimpleName() + " " + who, noted);
  }

  private void faulted(int row, TraceEvent.Faulted faulted) {
    switch (faulted.fault()) {
      case Fault.Crash crash -> crashed(row, crash.node(), faulted);
      case Fault.Recover(NodeId node) -> {
        mark(row, node, Sign.RECOVER, "recover", faulted);
        if (hasVectors && lanes.lane(node) >= 0) {
          due.set(lanes.lane(node));
        }
      }
      case Fault.Pause(NodeId node) -> mark(row, node, Sign.PAUSE, "pause", faulted);
      case Fault.Resume(NodeId node) -> mark(row, node, Sign.RESUME, "resume", faulted);
      default -> {
        if (row >= 0) {
          rows.get(row).faults.add(faulted.fault().text());
        }
      }
    }
  }

  private void crashed(int row, NodeId node, TraceEvent event) {
    int lane = lanes.lane(node);
    if (lane >= 0) {
      show(lane);
      vectors.reset(lane);
      mark(row, node, Sign.CRASH, "crash", event);
    }
  }

  private void judged(int row, TraceEvent.Judged judged) {
    if (row >= 0) {
      rows.get(row).verdicts.add(judged.verdict());
    }
  }

  private void dot(int row, NodeId node, String name, TraceEvent event) {
    mark(row, node, Sign.DOT, name, event);
  }

  private void mark(int row, NodeId node, Sign sign, String name, TraceEvent event) {
    int lane = lanes.lane(node);
    // A lane must end and begin again even where the row itself was left out.
    int shown = sign.isDot() ? row : Math.min(row < 0 ? ~row : row, rows.size() - 1);
    if (lane >= 0 && shown >= 0) {
      rows.get(shown).ops.add(new Mark(lane, sign, name, Lines.of(event).strip()));
    }
  }

  private void put(int row, @Nullable Flight flight) {
    if (flight != null && row >= 0) {
      rows.get(row).ops.add(flight);
    }
  }

  private void ended(int row, @Nullable Flight flight) {
    if (flight != null && row >= 0 && !flight.isLevel()) {
      rows.get(row).ops.add(new Flight.Arrival(flight));
    }
  }

  private void endRow() {
    for (int lane = due.nextSetBit(0); lane >= 0 && current != NONE; lane = due.nextSetBit(lane)) {
      show(lane);
    }
  }

  private void show(int lane) {
    if (due.get(lane) && current >= 0) {
      rows.get(current).vectors.add(new Vector(lane, vectors.show(lane)));
    }
    due.clear(lane);
  }
}
