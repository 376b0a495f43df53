package coterie.testkit;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import java.util.ArrayDeque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A node whose protocols of one family are tampered with: what they send, hear and save. */
public record TamperedNode(Node node, Class<? extends Message> family, Tamper tamper)
    implements Node {
  /** What a test does to one process. One is made for every life of every node. */
  public static class Tamper {
    private @Nullable Middle<?> middle;

    /** What is sent in place of that; null for nothing. */
    protected @Nullable Message sending(NodeId to, Message message) {
      return message;
    }

    /** What is heard in place of that; null for nothing. */
    protected @Nullable Message hearing(NodeId from, Message message) {
      return message;
    }

    /** Whether stable storage forgets everything in a crash. */
    protected boolean isForgetful() {
      return false;
    }

    /** Sends a message that the process would not have sent. */
    protected final void say(NodeId to, Message message) {
      if (middle != null) {
        middle.say(to, message);
      }
    }

    /** Lets the process hear a message that nobody has sent, in a moment. */
    protected final void forge(NodeId from, Message message) {
      if (middle != null) {
        middle.forge(from, message);
      }
    }
  }

  @Override
  public NodeId self() {
    return node.self();
  }

  @Override
  public <M extends Message, P extends Protocol<M>> P add(
      String channel, Class<M> added, Function<? super Context<M>, P> maker) {
    if (!added.equals(family)) {
      return node.add(channel, added, maker);
    }
    Ref<P> inner = new Ref<>();
    node.add(
        channel,
        added,
        (Context<M> context) -> {
          Middle<M> middle = new Middle<>(context, added, tamper);
          P protocol = maker.apply(middle);
          middle.inner = protocol;
          inner.value = protocol;
          tamper.middle = middle;
          return middle;
        });
    P protocol = inner.value;
    if (protocol == null) {
      throw new IllegalStateException("the node has not made its protocol yet");
    }
    return protocol;
  }

  private static final class Ref<P> {
    private @Nullable P value;
  }

  private record Forged<M>(NodeId from, M message) {}

  /** Stands between a protocol and its context, both ways. */
  private static final class Middle<M extends Message> extends TamperedContext<M>
      implements Protocol<M> {
    private final Class<M> family;
    private final Tamper tamper;
    private final ArrayDeque<Forged<M>> forged = new ArrayDeque<>();
    private final Alarm forgery;
    private @Nullable Protocol<M> inner;

    Middle(Context<M> context, Class<M> family, Tamper tamper) {
      super(context);
      this.family = family;
      this.tamper = tamper;
      this.forgery = context.alarm("forged", this::deliver);
    }

    private Protocol<M> inner() {
      if (inner == null) {
        throw new IllegalStateException("nothing is sent or heard before the start");
      }
      return inner;
    }

    void forge(NodeId from, Message message) {
      forged.add(new Forged<>(from, family.cast(message)));
      forgery.start(0);
    }

    void say(NodeId to, Message message) {
      super.send(to, family.cast(message));
    }

    private void deliver() {
      while (!forged.isEmpty()) {
        Forged<M> next = forged.removeFirst();
        inner().receive(next.from, next.message);
      }
    }

    @Override
    public void start() {
      inner().start();
    }

    @Override
    public void receive(NodeId from, M message) {
      Message heard = tamper.hearing(from, message);
      if (heard != null) {
        inner().receive(from, family.cast(heard));
      }
    }

    @Override
    public void unreachable(NodeId to) {
      inner().unreachable(to);
    }

    @Override
    public boolean showsOnlyDurable() {
      return inner().showsOnlyDurable();
    }

    @Override
    public void saved(Stable<?> what) {
      inner().saved(what);
    }

    @Override
    public void stored(Storage where) {
      inner().stored(where);
    }

    @Override
    public @Nullable Record state() {
      return inner().state();
    }

    @Override
    public void send(NodeId to, M message) {
      Message sent = tamper.sending(to, message);
      if (sent != null) {
        super.send(to, family.cast(sent));
      }
    }

    @Override
    public <T extends Record> Stable<T> stable(String name, Class<T> type) {
      Stable<T> stable = super.stable(name, type);
      return tamper.isForgetful() ? new Forgetting<>(stable) : stable;
    }
  }

  /** Knows nothing of an earlier life. */
  private static final class Forgetting<T extends Record> implements Stable<T> {
    private final Stable<T> stable;
    private @Nullable T saved;

    Forgetting(Stable<T> stable) {
      this.stable = stable;
    }

    @Override
    public String name() {
      return stable.name();
    }

    @Override
    public @Nullable T value() {
      return saved;
    }

    @Override
    public void save(T value) {
      saved = value;
      stable.save(value);
    }
  }
}
