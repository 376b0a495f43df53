package coterie.lab.live;

import coterie.core.Blueprint;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.kernel.Witness;
import coterie.net.Host;
import coterie.net.LocalClock;
import coterie.net.Loop;
import coterie.net.directory.Addresses;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.recording.Entry;
import coterie.recording.Scribe;
import coterie.sim.FaultApplier;
import coterie.sim.NodeClocks;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness.Drop;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.scenario.CallByName;
import coterie.sim.scenario.FaultByName;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One member of a group as a process of its own: the one that {@link ProcessStage} has started
 * tells it what to do, and hears everything that the node is given and does. It ends when it hears
 * nothing any more, so nobody has to look for what is left when the other one was killed.
 */
public final class MemberProcess {
  private static final long TICK_NANOS = 10_000_000;
  private static final int READINGS = 1_000;
  private static final long CLOSE_NANOS = 2_000;
  private static final long REHEARSED_EVENTS = 5_000;

  private final Recipes recipes;
  private final Pipe.Reader<Instruction> orders;
  private final Pipe.Writer<Told> out;
  private Instruction.@Nullable Prepare prepared;
  private @Nullable Node node;

  /** The node, once there is one. */
  private static final class Node {
    final Loop loop;
    final Actor actor;
    final LiveLinks links;
    final NodeClocks clocks;
    final FaultApplier faults;
    final View members;
    final int pace;
    long originLoopNanos;
    long sent;

    Node(Loop loop, Actor actor, LiveLinks links, NodeClocks clocks, View members, int pace) {
      this.loop = loop;
      this.actor = actor;
      this.links = links;
      this.clocks = clocks;
      this.faults = links.applier(clocks);
      this.members = members;
      this.pace = pace;
    }

    long now() {
      return loop.nowNanos() - originLoopNanos;
    }
  }

  public MemberProcess(Recipes recipes, InputStream in, OutputStream out) {
    this.recipes = recipes;
    this.orders = new Pipe.Reader<>(Instruction.class, in);
    this.out = new Pipe.Writer<>(Told.class, new BufferedOutputStream(out, 1 << 16));
  }

  /** Does what it is told until it is told to end, or nobody tells it anything any more. */
  public void run() throws IOException {
    try {
      Instruction order = orders.read();
      while (order != null && !(order instanceof Instruction.End)) {
        obey(order);
        order = orders.read();
      }
    } finally {
      if (node != null) {
        node.loop.close();
      }
    }
  }

  private void obey(Instruction order) throws IOException {
    switch (order) {
      case Instruction.Prepare prepare -> prepare(prepare);
      case Instruction.Open open -> open(requirePrepared(), open);
      case Instruction.Meet(NodeId who, Bytes address, long incarnation) -> {
        InetSocketAddress where = Addresses.unpack(address);
        Node met = require();
        if (where != null) {
          met.loop.execute(() -> met.actor.host().directory().know(who, where, incarnation));
        }
      }
      case Instruction.Start(long originNanos) -> {
        Node started = require();
        started.loop.execute(() -> start(started, originNanos));
      }
      case Instruction.Apply(String fault) -> {
        Node hit = require();
        hit.loop.execute(() -> apply(hit, FaultByName.read(fault), hit.now()));
      }
      case Instruction.Invoke(String words) -> {
        Node called = require();
        called.loop.execute(() -> invoke(called, words));
      }
      case Instruction.End end -> {}
    }
  }

  private Instruction.Prepare requirePrepared() {
    if (prepared == null) {
      throw new IllegalStateException("nobody has said what to build");
    }
    return prepared;
  }

  private Node require() {
    if (node == null) {
      throw new IllegalStateException("there is no node yet");
    }
    return node;
  }

  // ---- before the start

  private void prepare(Instruction.Prepare order) {
    prepared = order;
    View members = View.of(order.life().members());
    rehearse(members, blueprint(order.life(), members), setup(order));
  }

  private static Setup setup(Instruction.Prepare order) {
    return Setup.standard()
        .withSeed(order.seed())
        .withLatency(Latency.parse(order.latency()))
        .withRefusing(order.refusing());
  }

  private void open(Instruction.Prepare how, Instruction.Open order) throws IOException {
    View members = View.of(how.life().members());
    NodeId self = how.life().self();
    long seed = how.seed() * 1_000_003 + self.value();
    long knockNanos = how.refusing() ? SocketStage.KNOCK_NANOS : 0;
    Actor actor = new Actor(self, Path.of(order.folder()), seed, knockNanos);
    actor.after(order.incarnation() - 1, order.port());
    Loop loop = Loop.open("coterie-" + self, how.pace());
    loop.onFailure(this::failed);
    NodeClocks clocks = new NodeClocks(how.seed(), members.size());
    Node[] made = new Node[1];
    LiveLinks links = new LiveLinks(members, setup(how), new Fates(made));
    Node opened = new Node(loop, actor, links, clocks, members, how.pace());
    made[0] = opened;
    node = opened;
    order.faults().forEach(past -> apply(opened, FaultByName.read(past.fault()), past.atNanos()));
    Host host = actor.open(loop, blueprint(how.life(), members));
    host.sendThrough(links);
    host.tellTimeBy(clock(opened));
    host.watch(new Flushing(opened));
    host.record(new Scribe(how.life(), entry -> tell(opened, entry.get())));
    out.write(new Told.Ready(Addresses.pack(actor.address())));
    out.flush();
  }

  private Blueprint blueprint(Entry.Life life, View members) {
    SortedMap<String, String> settings = new TreeMap<>();
    life.settings().forEach(value -> settings.put(value.name(), value.text()));
    Recipe recipe = recipes.named(life.stack());
    return recipe.blueprint(members, new Settings(recipe.settings(), settings));
  }

  /**
   * Simulates a beginning, for nobody to see: a JVM that has just started loads and compiles what
   * it meets first, and for a second it would not answer in time.
   */
  private static void rehearse(View members, Blueprint blueprint, Setup setup) {
    try {
      Simulation rehearsal = new Simulation(members, blueprint, setup.withBytes(true));
      rehearsal.runUntil(() -> rehearsal.events() > REHEARSED_EVENTS, 60_000_000_000L);
    } catch (RuntimeException e) {
      // If it is the protocol's, the run will say it.
    }
  }

  private static LocalClock clock(Node of) {
    int index = of.members.indexOf(of.actor.self());
    return new LocalClock() {
      @Override
      public long monotonicNanos(long loopNanos) {
        return of.clocks.monotonicNanos(index, loopNanos - of.originLoopNanos);
      }

      @Override
      public long loopDelayNanos(long delayNanos) {
        return of.clocks.trueDelay(index, delayNanos) + of.links.lagNanos(index);
      }

      @Override
      public long wallMillis(long loopNanos) {
        return of.clocks.wallMillis(index, loopNanos - of.originLoopNanos);
      }
    };
  }

  // ---- in the loop

  private void start(Node of, long originNanos) {
    of.originLoopNanos = originOn(of.loop, originNanos, of.pace);
    of.loop.schedule(
        Math.max(0, -of.now()),
        () -> {
          try {
            of.actor.host().startNow();
            tick(of);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /**
   * The start of the run on the clock of the loop. The two clocks are read within a few
   * microseconds, or a message could seem to arrive before it was sent.
   */
  private static long originOn(Loop loop, long originNanos, int pace) {
    long nearest = Long.MAX_VALUE;
    long origin = 0;
    for (int i = 0; i < READINGS && nearest > CLOSE_NANOS; i++) {
      long before = System.nanoTime();
      long loopNanos = loop.readNanos();
      long apart = System.nanoTime() - before;
      if (apart < nearest) {
        nearest = apart;
        origin = loopNanos + (originNanos - before - apart / 2) * pace;
      }
    }
    return origin;
  }

  private void tick(Node of) {
    Host host = of.actor.host();
    write(
        new Told.Tick(
            of.now(),
            host.counters().packetsSent(),
            host.counters().bytesSent(),
            host.counters().packetsReceived(),
            host.counters().bytesReceived(),
            of.actor.slowestSaveNanos()));
    flush();
    of.loop.schedule(TICK_NANOS * of.pace, () -> tick(of));
  }

  /** What happens to processes happens from outside. */
  private static void apply(Node to, Fault fault, long at) {
    switch (fault) {
      case Fault.OfNetwork network -> to.faults.apply(network);
      case Fault.OfClock clock -> FaultApplier.apply(clock, to.members, to.clocks, at);
      case Fault.OfProcess process -> {}
    }
  }

  private void invoke(Node on, String words) {
    Host host = on.actor.host();
    try {
      CallByName.Found found = CallByName.locate(host.self(), host.protocols(), words);
      call(host, found.owner(), words, found.method());
    } catch (ScenarioException e) {
      write(new Told.Failed(true, String.valueOf(e.getMessage())));
      flush();
    }
  }

  private static <P> void call(
      Host host, Class<P> owner, String words, Function<Object, @Nullable Object> method) {
    Object unused = host.<P, @Nullable Object>callNow(owner, words, method::apply);
  }

  private void failed(Throwable e) {
    StringWriter trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace, true));
    write(new Told.Failed(false, trace.toString()));
    flush();
  }

  private void tell(Node by, Entry entry) {
    write(new Told.Line(by.now(), entry));
  }

  private void write(Told word) {
    try {
      out.write(word);
    } catch (IOException e) {
      throw new UncheckedIOException("nobody listens any more", e);
    }
  }

  private void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("nobody listens any more", e);
    }
  }

  /** What the links do with a packet is told as it happens. */
  private final class Fates implements LiveLinks.Fate {
    private final Node[] by;

    Fates(Node[] by) {
      this.by = by;
    }

    @Override
    public void dropped(NodeId from, NodeId to, Drop why) {
      write(new Told.Fate(by[0].sent - 1, to, why.name()));
    }

    @Override
    public void doubled(NodeId from, NodeId to) {
      write(new Told.Fate(by[0].sent - 1, to, ""));
    }
  }

  /** After each event all of it is on its way, whatever happens to this process then. */
  private final class Flushing implements Witness {
    private final Node of;

    Flushing(Node of) {
      this.of = of;
    }

    @Override
    public int wants() {
      return SENDS | EVENTS;
    }

    @Override
    public void sent(long at, NodeId self, int channel, NodeId to, coterie.core.Message message) {
      of.sent++;
    }

    @Override
    public void handled(long at, NodeId self, int channel, Protocol<?> protocol) {
      flush();
    }
  }
}
