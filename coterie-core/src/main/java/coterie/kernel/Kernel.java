package coterie.kernel;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What happens between the protocols of nodes and the engine that drives them: building and
 * starting, inputs one after the other, holding back behind a save what is sent and noted, pauses
 * and ends. Every engine is a {@link Driver} of this one, so what was simulated is what runs.
 *
 * <p>Rules that it owns:
 *
 * <ul>
 *   <li>All protocols of a node are built, by channel, and then started, by channel. A build that
 *       throws leaves the node down. Nothing acts before its start or after the end of its life.
 *   <li>What is sent or noted behind a write that is not durable waits for it; see {@link
 *       coterie.core.Stable#save}. When a write is durable, what it held comes out in order, and
 *       then the protocol is told.
 *   <li>Inputs of a paused node wait in order, and alarms behind all of them: a pause of one's own
 *       must not look like the silence of everybody else.
 * </ul>
 *
 * <p>One kernel serves all nodes of its driver, by number. It is used by one thread.
 */
public final class Kernel {
  /** The first field, for the reason that {@link NodeTable} gives. */
  private final Driver driver;

  private final Blueprint blueprint;
  private final Outputs outputs;
  private final Witnesses witnesses;
  private final Writes writes;
  private final Pauses pauses = new Pauses();
  private final NodeTable table;

  /** Whether somebody wants to know of every event. */
  private boolean isWatched;

  public Kernel(Driver driver, View members, Blueprint blueprint) {
    this.driver = driver;
    this.blueprint = blueprint;
    this.outputs = new Outputs(driver);
    this.witnesses = outputs.witnesses;
    this.writes = outputs.writes;
    this.table = new NodeTable(members);
  }

  // ---- who looks

  public void watch(Witness witness) {
    witnesses.add(witness);
    refresh();
  }

  /** Asks the witnesses again what they want. */
  public void refresh() {
    outputs.refresh();
    isWatched = witnesses.ofEvents.length > 0;
  }

  /** Refuses families of messages and stable values that no codec can be derived for. */
  public void requireCodecs() {
    outputs.requireCodecs();
  }

  // ---- what can be asked

  public NodeId id(int node) {
    return table.ids[node];
  }

  public int size() {
    return table.ids.length;
  }

  public boolean isUp(int node) {
    return table.protocols[node * table.channelCount] != null;
  }

  public int upCount() {
    return table.upCount;
  }

  /** Returns the families of messages, by channel. */
  public List<Class<?>> families() {
    return table.channels.stream().<Class<?>>map(NodeTable.Channel::family).toList();
  }

  public int channelCount() {
    return table.channels.size();
  }

  /** Returns the names of the channels, in order. */
  public List<String> channels() {
    return table.channels.stream().map(NodeTable.Channel::name).toList();
  }

  /** Returns the protocols of a node, by channel; none while it is down. */
  public List<Protocol<?>> protocols(int node) {
    return table.protocols(node);
  }

  /** Returns the protocol on a channel; null while the node is down. */
  @SuppressWarnings("unchecked") // Every node has the same family of messages on a channel.
  public @Nullable Protocol<Message> protocol(int node, int channel) {
    return (Protocol<Message>) table.protocols[node * table.channelCount + channel];
  }

  /** Returns what becomes durable next; null if nothing is pending. */
  public @Nullable PendingWrite pending(int node) {
    return writes.first(node);
  }

  /** Returns whether what that protocol sends or notes now has to wait. */
  public boolean isHolding(int node, int channel) {
    return writes.holds(node, channel);
  }

  /** Shows all that is kept of a node that is up. */
  public void inspect(int node, Inspector inspector) {
    for (int channel = 0; channel < table.channelCount; channel++) {
      NodeContext<?> context = table.contexts[node * table.channelCount + channel];
      if (context != null) {
        context.inspect(inspector);
      }
    }
    writes.inspect(node, inspector);
  }

  // ---- lives

  /**
   * Builds the protocols of a node and starts them.
   *
   * @param onBuilt is run in between
   */
  public void start(int node, Runnable onBuilt) {
    assert !isUp(node) : "an earlier life has not ended: its alarms would go on in the next";
    witnesses.building(table.ids[node], node);
    new NodeBuilder(outputs, table, node).build(blueprint);
    onBuilt.run();
    witnesses.starting(table.ids[node]);
    for (int channel = 0; channel < table.channelCount; channel++) {
      Protocol<?> protocol = protocol(node, channel);
      if (protocol != null) {
        protocol.start();
        witnesses.handled(table.ids[node], channel, protocol);
      }
    }
    witnesses.started(table.ids[node]);
  }

  /** Ends the life of a node; returns what is not durable, in order. */
  public List<PendingWrite> crash(int node) {
    witnesses.ended(table.ids[node]);
    table.upCount--;
    table.clear(node);
    List<PendingWrite> lost = writes.lose(node);
    outputs.hush();
    Pauses.Waiting waiting = pauses.end(node);
    if (waiting != null) {
      waiting.inputs.forEach(NodeInput::lost);
    }
    return lost;
  }

  // ---- pauses

  public void pause(int node) {
    pauses.pause(node);
  }

  public boolean isPaused(int node) {
    return pauses.of(node) != null;
  }

  /** Returns how many inputs and alarms wait for a paused node. */
  public int waitingCount(int node) {
    Pauses.Waiting waiting = pauses.of(node);
    return waiting == null ? 0 : waiting.inputs.size() + waiting.alarms.size();
  }

  /** Runs it now, or when the node goes on. */
  public void whenAwake(int node, NodeInput input) {
    Pauses.Waiting waiting = pauses.of(node);
    if (waiting == null) {
      input.run();
    } else {
      waiting.inputs.add(input);
    }
  }

  /** Lets a paused node go on with what has waited. */
  public void resume(int node) {
    Pauses.Waiting waiting = pauses.end(node);
    if (waiting != null) {
      driver.awake(node);
      waiting.inputs.forEach(input -> driver.again(node, input));
      waiting.alarms.forEach(driver::again);
    }
  }

  // ---- what happens to a node

  public void receive(
      int node, int channel, Protocol<Message> protocol, NodeId from, Message message) {
    assert protocol.equals(protocol(node, channel)) : "a message for an earlier life";
    if (isWatched) {
      witnesses.received(table.ids[node], channel, from, message);
    }
    protocol.receive(from, message);
    if (isWatched) {
      handled(node, channel, protocol);
    }
  }

  /** Lets an alarm expire whose time has come, or wait for its node. */
  public void due(NodeAlarm alarm) {
    assert alarm.isRunning() : "the driver has kept an alarm that was stopped: " + alarm.name();
    Pauses.Waiting waiting = pauses.of(alarm.node);
    if (waiting != null) {
      alarm.park();
      waiting.alarms.add(alarm);
      return;
    }
    if (isWatched) {
      witnesses.expired(alarm);
    }
    alarm.expire();
    if (isWatched) {
      handled(alarm.node, alarm.channel(), alarm.owner.protocol);
    }
  }

  /** The same for one that has waited, unless an input that waited as well has overruled it. */
  public void dueAgain(NodeAlarm alarm) {
    if (isStillDue(alarm)) {
      due(alarm);
    }
  }

  /** Returns whether nothing has stopped a waiting alarm, or set it anew. */
  public static boolean isStillDue(NodeAlarm alarm) {
    return alarm.isParked();
  }

  public void unreachable(int node, int channel, NodeId to) {
    Protocol<?> protocol = protocol(node, channel);
    if (protocol == null) {
      return;
    }
    witnesses.unreachable(table.ids[node], channel, to);
    protocol.unreachable(to);
    handled(node, channel, protocol);
  }

  /**
   * Calls a method of a protocol.
   *
   * @param call a {@link coterie.core.Call}, or the words of a scenario
   */
  public <P, T extends @Nullable Object> T call(
      int node, P protocol, Object call, Function<P, T> method) {
    witnesses.called(table.ids[node], call);
    T result = method.apply(protocol);
    if (result != null) {
      witnesses.answered(table.ids[node], result);
    }
    handled(node, table.protocols(node).indexOf(protocol), (Protocol<?>) protocol);
    return result;
  }

  /**
   * Runs it when all that the protocol on that channel has written until now is durable, and what
   * it depends on as well.
   */
  public void whenDurable(int node, int channel, NodeInput input) {
    NodeContext<?> context = table.contexts[node * table.channelCount + channel];
    if (context == null) {
      input.lost();
    } else if (!writes.hold(context, null, input)) {
      input.run();
    }
  }

  /**
   * Takes note that the first pending write of that node is durable: what it held comes out in
   * order, and then its protocol is told.
   */
  public void durable(int node) {
    PendingWrite done = writes.removeFirst(node);
    if (done == null) {
      throw new IllegalStateException("nothing is being saved on " + id(node));
    }
    outputs.hush();
    Throwable thrown = outputs.release(done);
    witnesses.durable(done);
    done.tellProtocol();
    handled(node, done.channel(), done.owner.protocol());
    rethrow(thrown);
  }

  private static void rethrow(@Nullable Throwable thrown) {
    switch (thrown) {
      case null -> {}
      case Error error -> throw error;
      case RuntimeException mistake -> throw mistake;
      case Throwable other -> throw new IllegalStateException(other);
    }
  }

  /** A handler has returned. What is built on that protocol may have heard of it, and changed. */
  private void handled(int node, int channel, @Nullable Protocol<?> protocol) {
    if (!isWatched || protocol == null) {
      return;
    }
    witnesses.handled(table.ids[node], channel, protocol);
    for (int other = 0; table.channelCount > 1 && other < table.channelCount; other++) {
      Protocol<?> shown = protocol(node, other);
      if (shown != null && other != channel) {
        witnesses.handled(table.ids[node], other, shown);
      }
    }
  }
}
