package coterie.sim.picture;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.Witness;
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
 * A cell says what the process did in that instant, and its state after it.
 *
 * <p>Something has changed when the state of a topmost protocol is another one, at a fault, a call,
 * or a note that tells more than that all goes on as before; and when somebody answers a message
 * that was sent in such a change. What else is sent, as by a detector below or as a sign of life,
 * makes no row.
 */
public final class Timeline implements Witness {
  /** Nobody reads more; the others are counted. */
  private static final int ROWS_MAX = 400;

  /** What one process did in one instant, and its state after it. */
  record Cell(List<String> deeds, String state) {}

  /**
   * @param faults those that are not of one process
   * @param cells of those who changed, by their position among the members
   */
  record Row(long at, List<String> faults, Map<Integer, Cell> cells) {}

  private record Sent(int from, int to, Message message) {}

  /** What a process does in the instant that is going on. */
  private final class Deeds {
    final List<Object> done = new ArrayList<>();
    final List<Sent> underWay = new ArrayList<>();
    boolean matters;
    boolean isAsked;

    void add(String words) {
      done.add(words);
      matters = true;
    }

    void send(Sent one) {
      underWay.add(one);
      String kind = Phrases.name(one.message.getClass());
      for (Object other : done) {
        if (other instanceof Sending sending && sending.kind.equals(kind)) {
          sending.to.set(one.to);
          return;
        }
      }
      Sending sending = new Sending(kind, new BitSet());
      sending.to.set(one.to);
      done.add(sending);
    }

    /** All stamps of one event stand together. */
    void stamp(StampText stamp) {
      matters = true;
      Stamps last = !done.isEmpty() && done.getLast() instanceof Stamps one ? one : null;
      if (last == null || !last.event.equals(stamp.event())) {
        last = new Stamps(stamp.event(), new ArrayList<>());
        done.add(last);
      }
      last.texts.add(stamp.brief().replace(' ', Phrases.TIE));
    }

    boolean hasSent() {
      return done.stream().anyMatch(Sending.class::isInstance);
    }

    List<String> words(String state) {
      List<String> words = new ArrayList<>();
      for (Object one : done) {
        String text = one instanceof Sending sending ? text(sending) : one.toString();
        if (!state.contains(text)) {
          words.add(text);
        }
      }
      return words;
    }

    private String text(Sending sending) {
      return sending.kind + " → " + Phrases.range(members, sending.to);
    }
  }

  private record Sending(String kind, BitSet to) {}

  private record Stamps(String event, List<String> texts) {
    @Override
    public String toString() {
      return event + " " + String.join(" ", texts);
    }
  }

  private final Stage stage;
  private final View members;
  private final List<Row> rows = new ArrayList<>();
  private final Set<Integer> remarkable = new LinkedHashSet<>();
  private final @Nullable Record[] known;
  private final String[] states;
  private final BitSet up = new BitSet();
  private final BitSet paused = new BitSet();
  private final long[] leads;
  private final Map<Sent, Integer> awaited = new HashMap<>();
  private final SortedMap<Integer, Deeds> now = new TreeMap<>();
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
    this.leads = new long[members.size()];
    this.standings = new Standings(members.size());
    for (int i = 0; i < states.length; i++) {
      states[i] = "";
      leads[i] = -1;
    }
    stage.listen(this);
  }

  /** The table, after the run. */
  public List<String> lines() {
    endInstant();
    TimelineTable table = new TimelineTable(members, remarkable);
    return table.lines(rows, leftOut);
  }

  @Override
  public void sent(long time, NodeId from, NodeId to, Message message) {
    if (isTop(message)) {
      Deeds deeds = of(time, from);
      deeds.send(new Sent(members.indexOf(from), members.indexOf(to), message));
    }
  }

  @Override
  public void received(long time, NodeId from, NodeId to, Message message) {
    of(time, to).isAsked |= isAwaited(from, to, message);
  }

  @Override
  public void dropped(long time, NodeId from, NodeId to, Message message, Drop why) {
    isAwaited(from, to, message);
  }

  private boolean isAwaited(NodeId from, NodeId to, Message message) {
    Sent sent = new Sent(members.indexOf(from), members.indexOf(to), message);
    Deeds sender = now.get(sent.from);
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
  public void called(long time, NodeId node, String call) {
    of(time, node).add(call);
    remarkable.add(members.indexOf(node));
  }

  @Override
  public void answered(long time, NodeId node, Object answer) {
    of(time, node).add("answers " + Phrases.value(answer));
  }

  @Override
  public void noted(long time, NodeId node, Note note) {
    Deeds deeds = of(time, node);
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
      default -> {
        passTo(time);
        faults.add(fault.text());
      }
    }
  }

  @Override
  public void said(long time, String sentence) {
    passTo(time);
    faults.add(sentence);
  }

  /** The fault is told after what the process did about it, and comes first. */
  private void fault(long time, NodeId node, String words) {
    Deeds deeds = of(time, node);
    deeds.done.addFirst(words);
    deeds.matters = true;
    remarkable.add(members.indexOf(node));
  }

  @Override
  public void handled(long time, NodeId node, Protocol<?> protocol) {
    int index = members.indexOf(node);
    of(time, node);
    up.set(index);
    known[index] = stage.protocols(node).get(top()).state();
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

  private Deeds of(long time, NodeId node) {
    passTo(time);
    return now.computeIfAbsent(members.indexOf(node), key -> new Deeds());
  }

  private void passTo(long time) {
    if (time != at) {
      endInstant();
      at = time;
    }
  }

  private void endInstant() {
    SortedMap<Integer, Cell> cells = new TreeMap<>();
    now.forEach((node, deeds) -> end(node, deeds, cells));
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

  private void end(int node, Deeds deeds, SortedMap<Integer, Cell> cells) {
    String state = state(node);
    boolean hasChanged = deeds.matters || !state.equals(states[node]);
    states[node] = state;
    if (hasChanged || (deeds.isAsked && deeds.hasSent())) {
      cells.put(node, new Cell(deeds.words(state), state));
    }
    if (hasChanged) {
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
