package coterie.kernel;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.core.View;
import coterie.kernel.PendingWrite.Held;
import coterie.storage.MemoryStorage;
import coterie.wire.Codec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  /** How many protocols a node may have: hints on sockets name channels in the bits of a long. */
  public static final int CHANNELS_MAX = 60;

  /** No run lasts longer; sums of a few such times still are positive numbers. */
  public static final long FOREVER = Long.MAX_VALUE / 4;

  /** Something that happens to a node, and may have to wait until the node can take it. */
  public interface Input {
    void run();

    /** The life has ended before it could run. */
    default void lost() {}
  }

  /** The first field, for the reason that {@link Table} gives. */
  final Driver driver;

  private final Blueprint blueprint;
  private final Witnesses witnesses = new Witnesses();
  private final Pauses pauses = new Pauses();

  /** What is not durable yet, of the few nodes that have any. */
  private final Map<Integer, Backlog> pending = new HashMap<>();

  private final Table table;
  private boolean requiresCodecs;

  /** Whether nobody looks at messages, and nothing is held back. */
  boolean isQuiet = true;

  /** Whether somebody hears notes. */
  boolean isHeard;

  /** Whether somebody wants to know of every event. */
  private boolean isWatched;

  public Kernel(Driver driver, View members, Blueprint blueprint) {
    this.driver = driver;
    this.blueprint = blueprint;
    this.table = new Table(members);
  }

  // ---- who looks

  public void watch(Witness witness) {
    witnesses.add(witness);
    refresh();
  }

  /** Asks the witnesses again what they want. */
  public void refresh() {
    witnesses.refresh();
    isHeard = witnesses.ofNotes.length + witnesses.ofAsks.length > 0;
    isWatched = witnesses.ofEvents.length > 0;
    hush();
  }

  private void hush() {
    isQuiet = witnesses.ofSends.length + witnesses.ofAsks.length == 0 && pending.isEmpty();
  }

  /** Refuses families of messages and stable values that no codec can be derived for. */
  public void requireCodecs() {
    requiresCodecs = true;
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
    return table.channels.stream().<Class<?>>map(Table.Channel::family).toList();
  }

  public int channelCount() {
    return table.channels.size();
  }

  /** Returns the names of the channels, in order. */
  public List<String> channels() {
    return table.channels.stream().map(Table.Channel::name).toList();
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
    Backlog backlog = pending.get(node);
    return backlog == null ? null : backlog.first();
  }

  /** Returns how many writes are not durable yet. */
  public int pendingCount(int node) {
    Backlog backlog = pending.get(node);
    return backlog == null ? 0 : backlog.size();
  }

  /** Returns whether what that protocol sends or notes now has to wait. */
  public boolean isHolding(int node, int channel) {
    Backlog backlog = pending.isEmpty() ? null : pending.get(node);
    return backlog != null && backlog.holds(channel);
  }

  // ---- lives

  /**
   * Builds the protocols of a node and starts them.
   *
   * @param onBuilt is run in between
   */
  public void start(int node, Runnable onBuilt) {
    for (Witness witness : witnesses.ofEvents) {
      witness.building(driver.timeNanos(), table.ids[node], driver.incarnation(node));
    }
    build(node);
    onBuilt.run();
    for (Witness witness : witnesses.ofEvents) {
      witness.starting(driver.timeNanos(), table.ids[node]);
    }
    for (int channel = 0; channel < table.channelCount; channel++) {
      Protocol<?> protocol = protocol(node, channel);
      if (protocol != null) {
        protocol.start();
        tellHandled(node, channel, protocol);
      }
    }
    for (Witness witness : witnesses.ofEvents) {
      witness.started(driver.timeNanos(), table.ids[node]);
    }
  }

  private void build(int node) {
    Builder builder = new Builder(node);
    boolean isBuilt = false;
    table.beginBuilding(node);
    try {
      blueprint.build(builder);
      if (builder.next == 0 || builder.next != table.channels.size()) {
        throw new IllegalArgumentException(
            "a blueprint adds the same protocols, at least one, to every node");
      }
      isBuilt = true;
    } finally {
      table.endBuilding(node, isBuilt);
      if (!isBuilt) {
        tellEnded(node);
      }
    }
  }

  /** Ends the life of a node; returns what is not durable, in order. */
  public List<PendingWrite> crash(int node) {
    tellEnded(node);
    table.upCount--;
    table.clear(node);
    Backlog backlog = pending.remove(node);
    hush();
    List<PendingWrite> lost = backlog == null ? List.of() : backlog.writes();
    lost.forEach(Kernel::lose);
    Pauses.Waiting waiting = pauses.end(node);
    if (waiting != null) {
      waiting.inputs.forEach(Input::lost);
    }
    return lost;
  }

  private void tellEnded(int node) {
    for (Witness witness : witnesses.ofEvents) {
      witness.ended(driver.timeNanos(), table.ids[node]);
    }
  }

  private static void lose(PendingWrite write) {
    for (Held held : write.held) {
      if (held.what() instanceof Input input) {
        input.lost();
      }
    }
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
  public void whenAwake(int node, Input input) {
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
    if (isWatched) {
      tellReceived(node, channel, from, message);
    }
    protocol.receive(from, message);
    if (isWatched) {
      handled(node, channel, protocol);
    }
  }

  private void tellReceived(int node, int channel, NodeId from, Message message) {
    for (Witness witness : witnesses.ofEvents) {
      witness.received(driver.timeNanos(), table.ids[node], channel, from, message);
    }
  }

  /** Lets an alarm expire whose time has come, or wait for its node. */
  public void due(NodeAlarm alarm) {
    Pauses.Waiting waiting = pauses.of(alarm.node);
    if (waiting != null) {
      alarm.park();
      waiting.alarms.add(alarm);
      return;
    }
    if (isWatched) {
      tellExpired(alarm);
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

  private void tellExpired(NodeAlarm alarm) {
    for (Witness witness : witnesses.ofEvents) {
      witness.expired(driver.timeNanos(), table.ids[alarm.node], alarm.channel(), alarm.name());
    }
  }

  public void unreachable(int node, int channel, NodeId to) {
    Protocol<?> protocol = protocol(node, channel);
    if (protocol == null) {
      return;
    }
    for (Witness witness : witnesses.ofEvents) {
      witness.unreachable(driver.timeNanos(), table.ids[node], channel, to);
    }
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
    for (Witness witness : witnesses.ofEvents) {
      witness.called(driver.timeNanos(), table.ids[node], call);
    }
    T result = method.apply(protocol);
    if (result != null) {
      for (Witness witness : witnesses.ofEvents) {
        witness.answered(driver.timeNanos(), table.ids[node], result);
      }
    }
    handled(node, table.protocols(node).indexOf(protocol), (Protocol<?>) protocol);
    return result;
  }

  /**
   * Runs it when all that the protocol on that channel has written until now is durable, and what
   * it depends on as well.
   */
  public void whenDurable(int node, int channel, Input input) {
    NodeContext<?> context = table.contexts[node * table.channelCount + channel];
    Backlog backlog = pending.get(node);
    if (context == null) {
      input.lost();
    } else if (backlog == null || !backlog.hold(context, null, input)) {
      input.run();
    }
  }

  /** Takes note that the first pending write of that node is durable. */
  public void durable(int node) {
    Backlog backlog = pending.get(node);
    if (backlog == null) {
      throw new IllegalStateException("nothing is being saved on " + table.ids[node]);
    }
    PendingWrite done = backlog.removeFirst();
    if (backlog.isEmpty()) {
      pending.remove(node);
      hush();
    }
    Throwable thrown = release(done);
    NodeContext<?> owner = done.owner;
    for (Witness witness : witnesses.ofEvents) {
      witness.durable(driver.timeNanos(), owner.self, owner.channel, done.name(), done.value());
    }
    done.tellProtocol();
    handled(node, owner.channel, owner.protocol);
    rethrow(thrown);
  }

  /** What one throws must not keep back the others; returns the first that was thrown. */
  private @Nullable Throwable release(PendingWrite done) {
    Throwable first = null;
    for (Held held : done.held) {
      try {
        release(held);
      } catch (RuntimeException | Error e) {
        first = first == null ? e : first;
      }
    }
    return first;
  }

  private void release(Held held) {
    if (held.what() instanceof Input input) {
      input.run();
    } else if (held.to() != null) {
      transmit(held.from(), held.to(), (Message) held.what());
    } else {
      tellNoted(held.from(), (Note) held.what());
    }
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
    tellHandled(node, channel, protocol);
    for (int other = 0; table.channelCount > 1 && other < table.channelCount; other++) {
      Protocol<?> shown = protocol(node, other);
      if (shown != null && other != channel) {
        tellHandled(node, other, shown);
      }
    }
  }

  private void tellHandled(int node, int channel, Protocol<?> protocol) {
    for (Witness witness : witnesses.ofEvents) {
      witness.handled(driver.timeNanos(), table.ids[node], channel, protocol);
    }
  }

  // ---- what contexts ask for

  /** Throws where a protocol acts in its constructor. */
  void requireBuilt(NodeContext<?> context) {
    if (table.isBuilding(context.node)) {
      throw new IllegalStateException(
          "a protocol acts from start() on, not in its constructor: " + context.self);
    }
  }

  void send(NodeContext<?> from, NodeId to, Message message) {
    requireBuilt(from);
    if (from.protocol == null) {
      return; // Its life is over.
    }
    for (Witness witness : witnesses.ofAsks) {
      witness.sending(from.self, from.channel, to, message);
    }
    if (!hold(from, to, message)) {
      transmit(from, to, message);
    }
  }

  private void transmit(NodeContext<?> from, NodeId to, Message message) {
    for (Witness witness : witnesses.ofSends) {
      witness.sent(driver.timeNanos(), from.self, from.channel, to, message);
    }
    driver.transmit(from.node, from.channel, to, message);
  }

  void note(NodeContext<?> from, Note note) {
    if (from.protocol == null && !table.isBuilding(from.node)) {
      return; // Its life is over.
    }
    for (Witness witness : witnesses.ofAsks) {
      witness.noting(from.self, from.channel, note);
    }
    if (!hold(from, null, note)) {
      tellNoted(from, note);
    }
  }

  private void tellNoted(NodeContext<?> from, Note note) {
    for (Witness witness : witnesses.ofNotes) {
      witness.noted(driver.timeNanos(), from.self, from.channel, note);
    }
  }

  private boolean hold(NodeContext<?> from, @Nullable NodeId to, Object what) {
    Backlog backlog = pending.isEmpty() ? null : pending.get(from.node);
    if (backlog == null || !backlog.hold(from, to, what)) {
      return false;
    }
    for (Witness witness : witnesses.ofEvents) {
      witness.held(driver.timeNanos(), from.self, from.channel, what);
    }
    return true;
  }

  void start(NodeAlarm alarm, long delayNanos) {
    if (table.isBuilding(alarm.node)) {
      requireBuilt(alarm.owner);
    }
    for (Witness witness : witnesses.ofAsks) {
      witness.alarmStarted(table.ids[alarm.node], alarm.channel(), alarm.name(), delayNanos);
    }
    alarm.handle(driver.schedule(alarm, Math.min(delayNanos, FOREVER)));
  }

  void stopping(NodeAlarm alarm) {
    for (Witness witness : witnesses.ofAsks) {
      witness.alarmStopped(table.ids[alarm.node], alarm.channel(), alarm.name());
    }
  }

  long wallMillis(int node) {
    long millis = driver.wallMillis(node);
    for (Witness witness : witnesses.ofAsks) {
      witness.readWall(table.ids[node], millis);
    }
    return millis;
  }

  long random(int node, long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("a random bound is at least 1, not " + bound);
    }
    long value = driver.random(node, bound);
    for (Witness witness : witnesses.ofAsks) {
      witness.drew(table.ids[node], bound, value);
    }
    return value;
  }

  <T extends Record> Stable<T> stable(NodeContext<?> owner, String name, Class<T> type) {
    requireCoded(type);
    T value = driver.load(owner.node, owner.channel, name, type);
    for (Witness witness : witnesses.ofAsks) {
      witness.opened(owner.self, owner.channel, name, value);
    }
    for (StableCell<?> cell = owner.cells; cell != null; cell = cell.sibling) {
      if (cell.name().equals(name)) {
        return sameCell(cell, type);
      }
    }
    StableCell<T> cell = new StableCell<>(owner, name, type, value);
    owner.cells = cell;
    return cell;
  }

  /** Opened again in the same life, it shows what was saved last. */
  @SuppressWarnings("unchecked") // It was opened with that type.
  private static <T extends Record> StableCell<T> sameCell(StableCell<?> cell, Class<T> type) {
    if (cell.type != type) {
      throw new IllegalArgumentException(
          "stable value \"%s\" is a %s, not a %s"
              .formatted(cell.name(), cell.type.getSimpleName(), type.getSimpleName()));
    }
    return (StableCell<T>) cell;
  }

  Storage storage(NodeContext<?> owner, String name) {
    MemoryStorage current = driver.open(owner.node, owner.channel, name);
    for (Witness witness : witnesses.ofAsks) {
      witness.opened(owner.self, owner.channel, name, current.content());
    }
    return new NodeStorage(owner, name, current);
  }

  void save(PendingWrite write) {
    NodeContext<?> owner = write.owner;
    if (owner.protocol == null) {
      return; // Its life is over.
    }
    for (Witness witness : witnesses.ofAsks) {
      witness.saving(owner.self, owner.channel, write.name(), write.value());
    }
    driver.persist(owner.node, write); // What cannot be encoded is thrown before anything waits.
    pending.computeIfAbsent(owner.node, key -> new Backlog()).add(write);
    isQuiet = false;
  }

  private void requireCoded(Class<?> type) {
    if (requiresCodecs) {
      Codec.of(type);
    }
  }

  private final class Builder implements Node {
    private final int node;
    private int next;

    Builder(int node) {
      this.node = node;
    }

    @Override
    public NodeId self() {
      return table.ids[node];
    }

    @Override
    public <M extends Message, P extends Protocol<M>> P add(
        String name, Class<M> family, Function<? super Context<M>, P> maker) {
      int channel = next++;
      table.claim(channel, name, family);
      requireCoded(family);
      for (Witness witness : witnesses.ofEvents) {
        witness.added(table.ids[node], channel, name, family);
      }
      NodeContext<M> context = new NodeContext<>(Kernel.this, node, channel, table.ids[node]);
      P protocol = maker.apply(context);
      table.put(context, protocol);
      return protocol;
    }
  }
}
