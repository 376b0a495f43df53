package coterie.sim.replay;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.recording.Entry;
import coterie.sim.Witness;
import coterie.storage.Backlog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One life of the recorded node: its protocols, and what is not durable yet. */
final class ReplayNode implements Node {
  /** Something that is being saved. */
  record Pending(
      ReplayContext<?> owner,
      String name,
      @Nullable Stable<?> cell,
      @Nullable Storage shelf,
      Record value) {}

  private final Entry.Life life;
  private final Blueprint blueprint;
  private final Tape tape;
  private final Witness witness;
  private final List<ReplayContext<?>> contexts = new ArrayList<>();
  private final Backlog<Pending> pending = new Backlog<>();

  ReplayNode(Entry.Life life, Blueprint blueprint, Tape tape, Witness witness) {
    this.life = life;
    this.blueprint = blueprint;
    this.tape = tape;
    this.witness = witness;
    tape.tellWith(Text.with(contexts));
  }

  Tape tape() {
    return tape;
  }

  long incarnation() {
    return life.incarnation();
  }

  @Override
  public NodeId self() {
    return life.self();
  }

  @Override
  public <M extends Message, P extends Protocol<M>> P add(
      String channel, Class<M> family, Function<? super Context<M>, P> maker) {
    ReplayContext<M> context = new ReplayContext<>(this, contexts.size(), family);
    contexts.add(context);
    P protocol = maker.apply(context);
    context.attach(protocol);
    return protocol;
  }

  /** Builds and starts all protocols. */
  void start() {
    blueprint.build(this);
    for (ReplayContext<?> context : contexts) {
      context.protocol().start();
    }
  }

  @Nullable ReplayContext<?> at(int channel) {
    return channel >= 0 && channel < contexts.size() ? contexts.get(channel) : null;
  }

  List<Protocol<?>> protocols() {
    List<Protocol<?>> protocols = new ArrayList<>();
    contexts.stream()
        .filter(ReplayContext::hasProtocol)
        .forEach(context -> protocols.add(context.protocol()));
    return protocols;
  }

  List<Class<?>> families() {
    return contexts.stream().<Class<?>>map(ReplayContext::family).toList();
  }

  void await(Pending save) {
    pending.add(save.owner().channel(), save.owner().showsOnlyDurable(), save);
  }

  /** The recording says that it is durable; null if that is not what is being saved. */
  @Nullable Pending becameDurable(int channel, String name) {
    Pending first = pending.first();
    if (first == null || first.owner().channel() != channel || !first.name().equals(name)) {
      return null;
    }
    pending.removeFirst().forEach(Runnable::run);
    return first;
  }

  /**
   * Tells the witness, when all is durable that what is shown on that channel waits for.
   *
   * @param what the message or the note
   */
  void show(int channel, Object what, Consumer<Witness> telling) {
    if (pending.holds(channel)) {
      witness.held(tape.sinceNanos(), self(), what);
      pending.hold(channel, () -> telling.accept(witness));
    } else {
      telling.accept(witness);
    }
  }
}
