package coterie.sim.shrink;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.sim.StageWitness;
import coterie.sim.fault.NthMessage;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What became of each message from one node to another, by the name that a script gives it. */
@SuppressWarnings("ReferenceEquality") // A message is told of by its very object.
final class MessageLog implements StageWitness {
  /** One message. */
  static final class Fate {
    final NthMessage name;
    private final Message message;

    /** How long each copy takes. */
    final List<Long> tookNanos = new ArrayList<>();

    private boolean hasArrived;
    private boolean isLost;

    private Fate(NthMessage name, Message message) {
      this.name = name;
      this.message = message;
    }

    boolean hasArrived() {
      return hasArrived;
    }

    private boolean isDone() {
      return hasArrived || isLost;
    }

    /** Returns whether the network has swallowed it. */
    boolean isLost() {
      return isLost;
    }
  }

  private record Link(NodeId from, NodeId to) {}

  /** All messages of a link, and how many of the first ones have arrived or are lost. */
  private static final class Line {
    final List<Fate> fates = new ArrayList<>();
    int done;

    /** Of several sends of one object the oldest one that has not arrived is meant. */
    void arrived(Message message) {
      while (done < fates.size() && fates.get(done).isDone()) {
        done++; // Where thousands are in flight no arrival may look at all that came before.
      }
      for (int i = done; i < fates.size(); i++) {
        Fate fate = fates.get(i);
        if (fate.message == message && !fate.isDone()) {
          fate.hasArrived = true;
          return;
        }
      }
    }
  }

  private final List<Fate> fates = new ArrayList<>();
  private final Map<Link, Line> byLink = new HashMap<>();
  private final Map<Link, Map<String, Integer>> counts = new HashMap<>();

  private MessageLog() {}

  /** Runs the scenario and returns all messages in the order in which they were sent. */
  static List<Fate> of(Scenario scenario, Recipes recipes) {
    MessageLog log = new MessageLog();
    try {
      ScenarioRun run = new ScenarioRun(scenario, recipes);
      run.stage().watch(log);
      run.run();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // What was sent until then is known.
    }
    return log.fates;
  }

  @Override
  public int wants() {
    return SENDS | EVENTS;
  }

  @Override
  public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
    if (from.equals(to)) {
      return;
    }
    Link link = new Link(from, to);
    String kind = message.getClass().getSimpleName();
    int number = counts.computeIfAbsent(link, key -> new HashMap<>()).merge(kind, 1, Integer::sum);
    Fate fate = new Fate(new NthMessage(kind, from, to, number), message);
    fates.add(fate);
    byLink.computeIfAbsent(link, key -> new Line()).fates.add(fate);
  }

  /** It is told of right after the message was sent. */
  @Override
  public void routed(long at, NodeId from, NodeId to, Message message, long afterNanos) {
    Line line = byLink.get(new Link(from, to));
    if (line != null && line.fates.getLast().message == message) {
      line.fates.getLast().tookNanos.add(afterNanos);
    }
  }

  @Override
  public void received(long at, NodeId to, int channel, NodeId from, Message message) {
    arrived(from, to, message);
  }

  @Override
  public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
    switch (why) {
      case LOST, CUT, MUTE -> {
        Line line = byLink.get(new Link(from, to));
        if (line != null) {
          line.fates.getLast().isLost = true; // It was sent at this very moment.
        }
      }
      case DOWN, DEAF, STALE -> arrived(from, to, message);
    }
  }

  private void arrived(NodeId from, NodeId to, Message message) {
    Line line = byLink.get(new Link(from, to));
    if (line != null) {
      line.arrived(message);
    }
  }
}
