package coterie.lab.live;

import coterie.core.Blueprint;
import coterie.core.Call;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.View;
import coterie.recipe.Blueprints;
import java.util.SortedMap;

/** Counts what it is told, keeps the count, and sends it on; or, broken, miscounts once. */
public final class Echo implements Protocol<Echo.Msg> {
  static final String NAME = "echo";

  public sealed interface Msg extends Message {}

  public record Heard(long count) implements Msg {}

  public record Count(long count) {}

  /** The call of {@link Echo#poke}, as something that can be recorded. */
  public record Poke(long by) implements Call<Echo, Long> {
    @Override
    public Class<Echo> type() {
      return Echo.class;
    }

    @Override
    public Long apply(Echo echo) {
      return echo.poke(by);
    }
  }

  private final Context<Msg> context;
  private final long miscountsAt;
  private final Stable<Count> stable;

  Echo(Context<Msg> context, long miscountsAt) {
    this.context = context;
    this.miscountsAt = miscountsAt;
    this.stable = context.stable("count", Count.class);
  }

  /** Never miscounts if that is 0. */
  static Blueprint blueprint(long miscountsAt) {
    return node -> node.add(NAME, Msg.class, context -> new Echo(context, miscountsAt));
  }

  /** The same by its name. */
  static Blueprints named(long miscountsAt) {
    return new Blueprints() {
      @Override
      public String name() {
        return NAME;
      }

      @Override
      public Blueprint blueprint(NodeId self, View members, SortedMap<String, String> settings) {
        return Echo.blueprint(miscountsAt);
      }
    };
  }

  public long count() {
    Count count = stable.value();
    return count == null ? 0 : count.count();
  }

  /** Counts on, and tells oneself. */
  public long poke(long by) {
    if (by < 1) {
      throw new IllegalArgumentException("a poke counts from 1, not " + by);
    }
    long next = count() + by;
    stable.save(new Count(next == miscountsAt ? next + 1 : next));
    context.send(context.self(), new Heard(count()));
    return count();
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Heard heard -> context.wallMillis();
    }
  }
}
