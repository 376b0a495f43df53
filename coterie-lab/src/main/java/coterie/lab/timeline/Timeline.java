package coterie.lab.timeline;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.trace.StampText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run as a table: a row for every instant at which something changed, a column for every process.
 * A cell says what the process did in that instant, and its state after it. Where it passed through
 * other states in the instant, they stand among what it did.
 *
 * <p>Something has changed when the state of a topmost protocol is another one, at a fault, a call,
 * or a note that tells more than that all goes on as before; and when a message arrives that was
 * sent in such a change, be it at a process that is down and ignores it. What else is sent, as by a
 * detector below or as a sign of life, makes no row.
 */
public final class Timeline implements StageWitness {
  @Override
  public int wants() {
    return ALL;
  }

  /** Nobody reads more; the others are counted. */
  private static final int ROWS_MAX = 400;

  /** By this call a script tells a process of an election that somebody has fallen. */
  private static final String NOTICE = "notice";

  /** What one process did in one instant, and its state after it. */
  public record Cell(List<String> deeds, String state) {}

  /**
   * One instant.
   *
   * @param faults those that are not of one process
   * @param cells of those who changed, by their position among the members
   */
  public record Row(long at, List<String> faults, Map<Integer, Cell> cells) {}

  private final Stage stage;
  private final View members;
  private final List<Row> rows = new ArrayList<>();
  private final Set<Integer> remarkable = new LinkedHashSet<>();
  private final @Nullable Record[] known;
  private final String[] states;

  /** The word for what each is in now, such as WAITING_OK. */
  private final String[] standingOf;

  private final BitSet up = new BitSet();
  private final BitSet paused = new BitSet();
  private final long[] leads;
  private final Map<InstantDeeds.Sent, Integer> awaited = new HashMap<>();
  private final SortedMap<Integer, InstantDeeds> now = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private final Standings standings;
  private int top = -1;
  private long at;
  private int leftOut;

  /** To be made before the run; the stage tells it what happens. */
  public Timeline(Stage stage) {
    this.stage = stage;
    this.members = stage.members();
    this.known = new @Nullable Record[members.size()];
    this.states = new String[members.size()];
    this.standingOf = new String[members.size()];
    this.leads = new long[members.size()];
    this.standings = new Standings(members.size());
    for (int i = 0; i < states.length; i++) {
      states[i] = "";
      standingOf[i] = "";
      leads[i] = -1;
    }
    stage.watch(this);
  }

  /** The table, after the run. */
  public List<String> lines() {
    endInstant();
    TimelineTable table = new TimelineTable(members, remarkable);
    return table.lines(rows, leftOut);
  }

  /** The rows, after the run or as much of it as was asked for. */
  public List<Row> rows() {
    endInstant();
    return List.copyOf(rows);
  }

  /** Whether there is no room for more rows. */
  public boolean isFull() {
    return rows.size() >= ROWS_MAX;
  }

  @Override
  public void sent(long time, NodeId from, int channel, NodeId to, Message message) {
    if (isTop(message)) {
      of(time, from).send(sending(from, to, message));
    }
  }

  @Override
  public void received(long time, NodeId to, int channel, NodeId from, Message message) {
    InstantDeeds deeds = of(time, to);
    deeds.isAsked |= isAwaited(from, to, message);
    if (isTop(message)) {
      deeds.get("", sending(from, to, message));
    }
  }

  @Override
  public void dropped(long time, NodeId from, NodeId to, Message message, Drop why) {
    passTo(time);
    boolean isAwaited = isAwaited(from, to, message);
    if (why == Drop.DOWN && isTop(message)) {
      InstantDeeds deeds = of(time, to);
      deeds.isAsked |= isAwaited;
      deeds.ignored.set(members.indexOf(from), !isAwaited);
      deeds.get("ignores ", sending(from, to, message));
    }
  }

  private InstantDeeds.Sent sending(NodeId from, NodeId to, Message message) {
    return new InstantDeeds.Sent(members.indexOf(from), members.indexOf(to), message);
  }

  @Override
  public void expired(long time, NodeId node, int channel, String alarm) {
    of(time, node).expire(alarm);
  }

  private boolean isAwaited(NodeId from, NodeId to, Message message) {
    InstantDeeds.Sent sent = sending(from, to, message);
    InstantDeeds sender = now.get(sent.from());
    if (sender != null && sender.underWay.remove(sent)) {
      return false; // It took no time: what comes of it stands in the same row.
    }
    Integer count = awaited.remove(sent);
    if (count != null && count > 1) {
      awaited.put(sent, count - 1);
    }
    return count != null;
  }

  @Override
  public void called(long time, NodeId node, Object call) {
    of(time, node).add(call.equals(NOTICE) ? noticed() : call.toString());
    remarkable.add(members.indexOf(node));
  }

  /** Whose fall it is that a script lets a process notice: it does not say. */
  private String noticed() {
    BitSet down = new BitSet();
    down.set(0, members.size());
    down.andNot(up);
    return down.isEmpty()
        ? "notices a fall, though all are up"
        : "notices that %s %s down"
            .formatted(Phrases.range(members, down), down.cardinality() == 1 ? "is" : "are");
  }

  @Override
  public void answered(long time, NodeId node, Object answer) {
    of(time, node).add("answers " + Phrases.value(answer));
  }

  @Override
  public void noted(long time, NodeId node, int channel, Note note) {
    InstantDeeds deeds = of(time, node);
    StampText stamp = StampText.of(note, node, members);
    if (stamp != null) {
      deeds.stamp(stamp);
      return;
    }
    String words = Phrases.note(note, node);
    boolean isNews = isNews(members.indexOf(node), note);
    if (standings.noted(members.indexOf(node), note)) {
      remarkable.add(members.indexOf(node));
    }
    if (isNews && !words.isEmpty()) {
      deeds.done.add(words);
    }
    deeds.matters |= isNews && !Phrases.isRoutine(note);
  }

  /** A leader says again and again that it leads. */
  private boolean isNews(int node, Note note) {
    switch (note) {
      case Note.Leads(long term, long until) -> {
        boolean isNew = leads[node] != term;
        leads[node] = term;
        remarkable.add(node);
        return isNew;
      }
      case Note.SteppedDown down -> leads[node] = -1;
      default -> {}
    }
    return true;
  }

  @Override
  public void faulted(long time, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> {
        fault(time, crash.node(), crash.keeping() ? "crashed, keeping" : "crashed");
        int node = members.indexOf(crash.node());
        up.clear(node);
        paused.clear(node);
        leads[node] = -1;
        standings.crashed(node);
      }
      case Fault.Recover recover -> fault(time, recover.node(), "returned");
      case Fault.Pause pause -> {
        fault(time, pause.node(), "paused");
        paused.set(members.indexOf(pause.node()));
      }
      case Fault.Resume resume -> {
        fault(time, resume.node(), "resumed");
        paused.clear(members.indexOf(resume.node()));
      }
      case Fault.OfNetwork network -> condition(time, fault);
      case Fault.OfClock clock -> condition(time, fault);
    }
  }

  private void condition(long time, Fault fault) {
    passTo(time);
    faults.add(fault.text());
  }

  @Override
  public void said(long time, String sentence) {
    passTo(time);
    faults.add(sentence);
  }

  /** The fault is told after what the process did about it, and comes first. */
  private void fault(long time, NodeId node, String words) {
    of(time, node).addFirst(words);
    remarkable.add(members.indexOf(node));
  }

  @Override
  public void handled(long time, NodeId node, int channel, Protocol<?> protocol) {
    int index = members.indexOf(node);
    InstantDeeds deeds = of(time, node);
    up.set(index);
    Protocol<?> shown = stage.protocols(node).get(top());
    Record state = shown.state();
    known[index] = state;
    deeds.end(shown.equals(protocol));
    if (shown.equals(protocol) && state != null) {
      deeds.pass(standingOf[index], Phrases.standing(state));
      standingOf[index] = Phrases.standing(state);
    }
  }

  private boolean isTop(Message message) {
    return stage.families().get(top()).isInstance(message);
  }

  /** The channel of the topmost protocol, apart from those that only call others, as clients do. */
  private int top() {
    if (top < 0) {
      List<Class<?>> families = stage.families();
      top = families.size() - 1;
      while (top > 0 && families.get(top) == Silent.class) {
        top--;
      }
    }
    return top;
  }

  private InstantDeeds of(long time, NodeId node) {
    passTo(time);
    return now.computeIfAbsent(members.indexOf(node), key -> new InstantDeeds(members));
  }

  private void passTo(long time) {
    if (time != at) {
      endInstant();
      at = time;
    }
  }

  private void endInstant() {
    BitSet changed = new BitSet();
    now.forEach(
        (node, deeds) -> changed.set(node, deeds.matters || !state(node).equals(states[node])));
    SortedMap<Integer, Cell> cells = new TreeMap<>();
    now.forEach((node, deeds) -> end(node, deeds, changed, cells));
    now.clear();
    if (!cells.isEmpty() || !faults.isEmpty()) {
      if (rows.size() < ROWS_MAX) {
        rows.add(new Row(at, List.copyOf(faults), cells));
      } else {
        leftOut++;
      }
    }
    faults.clear();
  }

  private void end(int node, InstantDeeds deeds, BitSet changed, SortedMap<Integer, Cell> cells) {
    String state = state(node);
    states[node] = state;
    if (changed.get(node) || deeds.isAsked || deeds.ignored.intersects(changed)) {
      cells.put(node, new Cell(deeds.words(state), state));
    }
    if (changed.get(node)) {
      deeds.underWay.forEach(sent -> awaited.merge(sent, 1, Integer::sum));
    }
  }

  private String state(int node) {
    if (!up.get(node)) {
      return "DOWN";
    }
    Record state = known[node];
    String words =
        standings.joined(node, state == null ? "" : Phrases.state(state, members.at(node)));
    return paused.get(node) ? (words + " (paused)").strip() : words;
  }
}
