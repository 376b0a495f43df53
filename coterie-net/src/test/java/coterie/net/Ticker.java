package coterie.net;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.Stable;

/** Saves at every tick of an alarm; for tests of what a slow disk holds up. */
public final class Ticker implements Protocol<Silent> {
  /** So many saves may wait. */
  static final long MANY = 1_024;

  private static final long TICK_NANOS = 1_000_000;

  /** Ticks as well, and saves nothing. */
  public static final class Idler implements Protocol<Silent> {
    private final Alarm tick;
    private long ticks;

    Idler(Context<Silent> context) {
      this.tick = context.alarm("tick", this::ticked);
    }

    @Override
    public void start() {
      tick.start(TICK_NANOS);
    }

    private void ticked() {
      ticks++;
      tick.start(TICK_NANOS);
    }

    long ticks() {
      return ticks;
    }

    @Override
    public void receive(NodeId from, Silent message) {}
  }

  private final Stable<Keeper.Value> stable;
  private final Alarm tick;
  private long ticks;

  private Ticker(Context<Silent> context) {
    this.stable = context.stable("ticks", Keeper.Value.class);
    this.tick = context.alarm("tick", this::ticked);
  }

  static void add(Node node) {
    node.add("idler", Silent.class, Idler::new);
    node.add("ticker", Silent.class, Ticker::new);
  }

  boolean go() {
    tick.start(TICK_NANOS);
    return true;
  }

  private void ticked() {
    stable.save(new Keeper.Value(++ticks));
    tick.start(TICK_NANOS);
  }

  @Override
  public void receive(NodeId from, Silent message) {}
}
