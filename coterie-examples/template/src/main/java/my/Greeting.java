package my;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;

/** Greets the next member of the ring once a period, and counts the greetings that come. */
public final class Greeting implements Protocol<Greeting.Msg> {
  /** All messages of this protocol. */
  public sealed interface Msg extends Message {}

  public record Hello(String words) implements Msg {}

  /** An outcome: traces, tables and judges see it. */
  public record Greeted(NodeId by) implements Note {}

  /** What a run shows of a process at the end. */
  public record State(long greetings) {}

  private final Context<Msg> context;
  private final View members;
  private final long periodNanos;
  private final Alarm next;
  private long greetings;

  public Greeting(Context<Msg> context, View members, long periodNanos) {
    this.context = context;
    this.members = members;
    this.periodNanos = periodNanos;
    this.next = context.alarm("next", this::greet);
  }

  @Override
  public void start() {
    next.start(periodNanos);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Hello hello -> {
        greetings++;
        context.note(new Greeted(from));
      }
    }
  }

  @Override
  public State state() {
    return new State(greetings);
  }

  private void greet() {
    int self = members.indexOf(context.self());
    context.send(members.at(members.after(self)), new Hello("good day"));
    next.start(periodNanos);
  }
}
