package coterie.sim;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A protocol that does what a test tells it; a group of them keeps one log of what happened. */
final class Probe implements Protocol<Probe.Text> {
  record Text(String text) implements Message {}

  record Said(String text) implements Note {}

  record Value(int value) {}

  /** What the nodes of a test do. */
  interface Script {
    default void start(Probe probe) {}

    default void receive(Probe probe, NodeId from, String text) {}

    default void expired(Probe probe, String alarm) {}

    default void unreachable(Probe probe, NodeId to) {}

    default void saved(Probe probe, Stable<?> what) {}

    default void stored(Probe probe, Storage where) {}
  }

  /** A simulation of probes and its log: time, node, what. */
  static final class Group implements StageWitness {
    @Override
    public int wants() {
      return ALL;
    }

    final List<String> log = new ArrayList<>();
    final Simulation simulation;
    boolean isQuiet;

    Group(int size, Setup setup, Script script) {
      Blueprint blueprint =
          node -> node.add("probe", Text.class, context -> new Probe(context, this, script));
      simulation = new Simulation(View.numbered(0, size), blueprint, setup);
      simulation.watch(this);
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      if (note instanceof Said said) {
        log(node, "notes " + said.text);
      }
    }

    @Override
    public void faulted(long at, Fault fault) {
      log.add(TimeText.format(at) + " " + fault.text());
    }

    @Override
    public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
      log(to, "misses %s: %s".formatted(((Text) message).text, why));
    }

    Probe probe(long node) {
      return simulation.protocol(new NodeId(node), Probe.class);
    }

    /** Lets a node send something now, as a local event. */
    void send(long from, long to, String text) {
      simulation.call(
          id(from),
          Probe.class,
          "send",
          probe -> {
            probe.send(to, text);
            return text;
          });
    }

    void run(String until) {
      simulation.runUntil(TimeText.parse(until));
    }

    void at(String time, Fault fault) {
      simulation.at(TimeText.parse(time), fault);
    }

    private void log(NodeId node, String what) {
      if (isQuiet) {
        return;
      }
      log.add("%s %s %s".formatted(TimeText.format(simulation.now()), node, what));
    }
  }

  final Context<Text> context;

  /** What a script has opened. */
  Storage storage = new MemoryStorage();

  private final Group group;
  private final Script script;
  private final Map<String, Alarm> alarms = new HashMap<>();

  Probe(Context<Text> context, Group group, Script script) {
    this.context = context;
    this.group = group;
    this.script = script;
  }

  static NodeId id(long number) {
    return new NodeId(number);
  }

  boolean is(long number) {
    return context.self().value() == number;
  }

  void send(long to, String text) {
    context.send(id(to), new Text(text));
  }

  void say(String text) {
    context.note(new Said(text));
  }

  void log(String what) {
    group.log(context.self(), what);
  }

  Alarm alarm(String name) {
    return alarms.computeIfAbsent(name, key -> context.alarm(key, () -> expired(key)));
  }

  void alarm(String name, String delay) {
    alarm(name).start(TimeText.parse(delay));
  }

  private void expired(String alarm) {
    log("alarm " + alarm);
    script.expired(this, alarm);
  }

  @Override
  public void start() {
    script.start(this);
  }

  @Override
  public void receive(NodeId from, Text message) {
    log("gets %s from %s".formatted(message.text, from));
    script.receive(this, from, message.text);
  }

  @Override
  public void unreachable(NodeId to) {
    log("cannot reach " + to);
    script.unreachable(this, to);
  }

  @Override
  public void saved(Stable<?> what) {
    log("saved " + what.name());
    script.saved(this, what);
  }

  @Override
  public void stored(Storage where) {
    log("stored");
    script.stored(this, where);
  }
}
