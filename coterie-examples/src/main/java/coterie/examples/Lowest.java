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
import org.jspecify.annotations.Nullable;

/**
 * An example of an election of one's own: the lowest member that has been heard of lately leads.
 *
 * <p>Guarantees: once the assumption holds, all follow the lowest member that is up. In a partition
 * every part has a leader, and a leader whose beats are lost leads beside another one.
 *
 * <p>Assumes that from some moment on nobody is silent for longer than the timeout but the dead.
 *
 * <p>Cost: n - 1 messages a member and period; an election takes no others.
 */
public final class Lowest implements Protocol<Lowest.Msg> {
  /** What members say to each other. */
  public sealed interface Msg extends Message {}

  /** I am here, I know of that term, and perhaps I lead in it. */
  public record Alive(long term, boolean leads) implements Msg {}

  /** What a trace shows of a member. */
  public record State(@Nullable NodeId leader, long term) {}

  /** How the election runs. */
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
  private final Alarm listened;
  private final List<Alarm> deadlines = new ArrayList<>();
  private final boolean[] isHeard;
  private boolean isReady;
  private @Nullable NodeId leader;
  private long term;
  private long highest;

  public Lowest(Context<Msg> context, View members, Config config) {
    this.context = context;
    this.members = members;
    this.config = config;
    this.isHeard = new boolean[members.size()];
    this.beat = context.alarm("beat", this::beat);
    this.listened = context.alarm("listened", this::listened);
    for (int i = 0; i < members.size(); i++) {
      int who = i;
      deadlines.add(context.alarm("deadline-" + members.at(i), () -> missed(who)));
    }
  }

  /** Listens for a while before it decides, so that a member that returns disturbs nobody. */
  @Override
  public void start() {
    beat.start(context.random(config.periodNanos()));
    listened.start(config.timeoutNanos());
  }

  @Override
  public State state() {
    return new State(leader, term);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Alive alive -> heard(from, alive);
    }
  }

  private void heard(NodeId from, Alive alive) {
    int who = members.indexOf(from);
    isHeard[who] = true;
    deadlines.get(who).start(config.timeoutNanos());
    highest = Math.max(highest, alive.term());
    boolean isNews = alive.term() > term || !from.equals(leader);
    if (alive.leads() && isNews && from.equals(lowest())) {
      lose();
      follow(from, alive.term());
    }
  }

  private void missed(int who) {
    isHeard[who] = false;
    decide(members.at(who) + " silent");
  }

  private void listened() {
    isReady = true;
    decide("no leader");
  }

  private void decide(String reason) {
    NodeId lowest = lowest();
    if (leader != null && !leader.equals(lowest) && !isHeard[members.indexOf(leader)]) {
      lose();
    }
    if (isReady && leader == null && lowest.equals(context.self())) {
      context.note(new Note.Campaigned(term, reason));
      highest++;
      follow(lowest, highest);
      context.note(new Note.Leads(term, Long.MAX_VALUE));
      beat();
    }
  }

  private void follow(NodeId who, long inTerm) {
    leader = who;
    term = inTerm;
    context.note(new Note.Elected(who, term));
  }

  private void lose() {
    if (leader == null) {
      return;
    }
    if (leader.equals(context.self())) {
      context.note(new Note.SteppedDown(term));
    }
    context.note(new Note.LeaderLost(leader, term));
    leader = null;
  }

  private void beat() {
    boolean leads = context.self().equals(leader);
    Alive alive = new Alive(leads ? term : highest, leads);
    for (int i = 0; i < members.size(); i++) {
      if (!members.at(i).equals(context.self())) {
        context.send(members.at(i), alive);
      }
    }
    beat.start(config.periodNanos());
  }

  private NodeId lowest() {
    for (int i = 0; i < members.size(); i++) {
      if (isHeard[i] || members.at(i).equals(context.self())) {
        return members.at(i);
      }
    }
    return context.self();
  }
}
