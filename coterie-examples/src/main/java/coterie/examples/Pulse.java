package coterie.examples;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import java.util.ArrayList;
import java.util.List;

/**
 * An example of a failure detector of one's own: everybody beats to everybody, and silence for a
 * fixed timeout is suspicious.
 *
 * <p>Guarantees: every crash is suspected by all. Nobody else is, as long as the assumption holds.
 *
 * <p>Assumes that no beat is lost and that two beats are never further apart than the timeout.
 *
 * <p>Cost: n - 1 messages a member and period.
 */
public final class Pulse implements Protocol<Pulse.Msg> {
  /** What members say to each other. */
  public sealed interface Msg extends Message {}

  /** I am here. */
  public record Beat() implements Msg {}

  /** What a trace shows of a member. */
  public record State(List<NodeId> suspects) {
    public State {
      suspects = List.copyOf(suspects);
    }
  }

  /** How the detector runs. */
  public record Config(long periodNanos, long timeoutNanos) {
    public Config {
      if (periodNanos < 1 || timeoutNanos <= periodNanos) {
        throw new IllegalArgumentException("timeout must be longer than period");
      }
    }
  }

  private final Context<Msg> context;
  private final View members;
  private final Config config;
  private final Alarm beat;
  private final List<Alarm> deadlines = new ArrayList<>();
  private final boolean[] suspected;

  public Pulse(Context<Msg> context, View members, Config config) {
    this.context = context;
    this.members = members;
    this.config = config;
    this.suspected = new boolean[members.size()];
    this.beat = context.alarm("beat", this::beat);
    for (int i = 0; i < members.size(); i++) {
      int who = i;
      deadlines.add(context.alarm("deadline-" + members.at(i), () -> missed(who)));
    }
  }

  @Override
  public void start() {
    beat.start(context.random(config.periodNanos()));
    for (int i = 0; i < members.size(); i++) {
      if (!isSelf(i)) {
        deadlines.get(i).start(config.timeoutNanos());
      }
    }
  }

  @Override
  public State state() {
    List<NodeId> suspects = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      if (suspected[i]) {
        suspects.add(members.at(i));
      }
    }
    return new State(suspects);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Beat heard -> heard(members.indexOf(from));
    }
  }

  private void heard(int who) {
    deadlines.get(who).start(config.timeoutNanos());
    if (suspected[who]) {
      suspected[who] = false;
      context.note(new Note.Trusted(members.at(who)));
    }
  }

  private void missed(int who) {
    suspected[who] = true;
    context.note(new Note.Suspected(members.at(who)));
  }

  private void beat() {
    for (int i = 0; i < members.size(); i++) {
      if (!isSelf(i)) {
        context.send(members.at(i), new Beat());
      }
    }
    beat.start(config.periodNanos());
  }

  private boolean isSelf(int index) {
    return members.at(index).equals(context.self());
  }
}
