package coterie.lab.kernel;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.lab.kernel.ToyEngine.Break;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kernel's context but for one rule, which no driver could break. */
final class BrokenContext<M extends Message> implements Context<M> {
  /** Gives it to the protocols of a node. */
  record Built(Node node, ToyEngine engine, Break broken) implements Node {
    @Override
    public NodeId self() {
      return node.self();
    }

    @Override
    public <M extends Message, P extends Protocol<M>> P add(
        String channel, Class<M> family, Function<? super Context<M>, P> maker) {
      return node.add(channel, family, context -> maker.apply(new BrokenContext<>(context, this)));
    }
  }

  private final Context<M> whole;
  private final ToyEngine engine;
  private final Break broken;

  private BrokenContext(Context<M> whole, Built built) {
    this.whole = whole;
    this.engine = built.engine;
    this.broken = built.broken;
  }

  private void acting(Runnable action) {
    try {
      action.run();
    } catch (IllegalStateException e) {
      if (broken != Break.ACTS_IN_CONSTRUCTORS) {
        throw e;
      }
    }
  }

  @Override
  public NodeId self() {
    return whole.self();
  }

  @Override
  public long incarnation() {
    return whole.incarnation();
  }

  @Override
  public long nowNanos() {
    return whole.nowNanos();
  }

  @Override
  public long wallMillis() {
    return whole.wallMillis();
  }

  @Override
  public long random(long bound) {
    return whole.random(broken == Break.TAKES_ANY_BOUND ? Math.max(1, bound) : bound);
  }

  @Override
  public void send(NodeId to, M message) {
    acting(() -> whole.send(to, message));
  }

  @Override
  public void note(Note note) {
    switch (broken) {
      case HOLDS_NOTHING_BACK -> engine.log().noted(0, self(), 0, note);
      case HOLDS_EVERYTHING_BACK -> {
        if (engine.isSaving()) {
          engine.later(() -> whole.note(note));
        } else {
          whole.note(note);
        }
      }
      default -> whole.note(note);
    }
  }

  @Override
  public Storage storage(String name) {
    return whole.storage(name);
  }

  @Override
  public Alarm alarm(String name, Runnable onExpiry) {
    Alarm alarm = whole.alarm(name, onExpiry);
    return new Alarm() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void start(long delayNanos) {
        boolean isLax = broken == Break.TAKES_ANY_DELAY;
        acting(() -> alarm.start(isLax ? Math.max(0, delayNanos) : delayNanos));
      }

      @Override
      public void stop() {
        alarm.stop();
      }

      @Override
      public boolean isRunning() {
        return switch (broken) {
          case SHOWS_EVERY_ALARM_AS_RUNNING -> true;
          case HIDES_ALARMS_THAT_WAIT -> false;
          default -> alarm.isRunning();
        };
      }
    };
  }

  @Override
  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
    Stable<T> stable = whole.stable(name, type);
    T durable = stable.value();
    return new Stable<>() {
      private @Nullable T shown = broken == Break.OPENS_VALUES_ANEW ? null : durable;

      @Override
      public String name() {
        return name;
      }

      @Override
      public @Nullable T value() {
        return switch (broken) {
          case OPENS_VALUES_ANEW, SHOWS_WHAT_WAS_DURABLE -> shown;
          default -> stable.value();
        };
      }

      @Override
      public void save(T value) {
        shown = broken == Break.SHOWS_WHAT_WAS_DURABLE ? durable : value;
        acting(() -> stable.save(value));
      }
    };
  }
}
