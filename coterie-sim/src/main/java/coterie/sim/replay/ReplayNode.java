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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One life of the recorded node: its protocols, and what is not durable yet. */
final class ReplayNode implements Node {
  /** Something that is being saved, and what is shown only after it. */
  record Pending(
      ReplayContext<?> owner,
      String name,
      @Nullable Stable<?> cell,
      @Nullable Storage shelf,
      Record value,
      List<Consumer<Witness>> held) {
    Pending(
        ReplayContext<?> owner,
        String name,
        @Nullable Stable<?> cell,
        @Nullable Storage shelf,
        Record value) {
      this(owner, name, cell, shelf, value, new ArrayList<>(2));
    }
  }

  private final Entry.Life life;
  private final Blueprint blueprint;
  private final Tape tape;
  private final Witness witness;
  private final List<ReplayContext<?>> contexts = new ArrayList<>();
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();

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

  void await(Pending save) {
    pending.add(save);
  }

  /** The recording says that it is durable; null if that is not what is being saved. */
  @Nullable Pending becameDurable(int channel, String name) {
    Pending first = pending.peekFirst();
    if (first == null || first.owner().channel() != channel || !first.name().equals(name)) {
      return null;
    }
    pending.removeFirst();
    first.held().forEach(each -> each.accept(witness));
    return first;
  }

  /** Tells the witness, when all that was saved before is durable. */
  void show(Consumer<Witness> what) {
    if (pending.isEmpty()) {
      what.accept(witness);
    } else {
      pending.getLast().held().add(what);
    }
  }
}
