package coterie.sim.explore.search;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.View;
import org.jspecify.annotations.Nullable;

/**
 * A message goes round a few times, begun by alarms, and everybody saves the highest number of hops
 * that it has seen. Small enough to be written once more as a model.
 */
public final class Hops implements Protocol<Hops.Msg> {
  static final int HOPS_MAX = 3;
  static final int ALARMS_MAX = 2;

  sealed interface Msg extends Message {}

  record Hop(int number) implements Msg {}

  record Kept(int number) {}

  record Reached(int number) implements Note {}

  private final Context<Msg> context;
  private final View members;
  private final Alarm go;
  private final Stable<Kept> stable;
  private int highest;
  private int alarms;

  Hops(Context<Msg> context, View members) {
    this.context = context;
    this.members = members;
    this.go = context.alarm("go", this::goOn);
    this.stable = context.stable("kept", Kept.class);
    Kept kept = stable.value();
    this.highest = kept == null ? 0 : kept.number();
  }

  @Override
  public void start() {
    go.start(1_000);
  }

  private NodeId next() {
    return members.at((members.indexOf(context.self()) + 1) % members.size());
  }

  private void goOn() {
    context.send(next(), new Hop(1));
    if (++alarms < ALARMS_MAX) {
      go.start(500);
    }
  }

  /** Draws whether to go further; a script calls it. */
  public void skip() {
    if (context.random(2) == 1) {
      highest = HOPS_MAX;
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int number = ((Hop) message).number();
    if (number > highest) {
      highest = number;
      stable.save(new Kept(number));
      context.note(new Reached(number));
      if (number < HOPS_MAX) {
        context.send(next(), new Hop(number + 1));
      }
    }
  }

  int highest() {
    return highest;
  }

  int alarms() {
    return alarms;
  }

  @Nullable Kept kept() {
    return stable.value();
  }
}
