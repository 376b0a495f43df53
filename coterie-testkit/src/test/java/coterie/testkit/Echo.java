package coterie.testkit;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.View;

/** Counts on, as the kit's tests see: every count that it tells is higher than all before. */
final class Echo implements Protocol<Echo.Msg> {
  static final long PERIOD = SimulatedGroup.SECOND / 20;

  sealed interface Msg extends Message {}

  record Count(long number) implements Msg {}

  record Counted(NodeId by, long number) implements Note {}

  record Saved(long number) {}

  private final Context<Msg> context;
  private final View members;
  private final Stable<Saved> saved;
  private final Alarm next;
  private long number;

  Echo(Context<Msg> context, View members) {
    this.context = context;
    this.members = members;
    this.saved = context.stable("number", Saved.class);
    this.next = context.alarm("next", this::count);
    Saved before = saved.value();
    this.number = before == null ? 0 : before.number;
  }

  static Blueprint blueprint(View members) {
    return node -> node.add("echo", Msg.class, context -> new Echo(context, members));
  }

  @Override
  public void start() {
    next.start(PERIOD);
  }

  /** Saves first: a count is not told before it is durable. */
  void count() {
    number++;
    saved.save(new Saved(number));
    for (int i = 0; i < members.size(); i++) {
      if (!members.at(i).equals(context.self())) {
        context.send(members.at(i), new Count(number));
      }
    }
    next.start(PERIOD);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Count(long count) -> context.note(new Counted(from, count));
    }
  }
}
