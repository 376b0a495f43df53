package coterie.sim;

import coterie.core.Message;
import coterie.core.View;
import coterie.kernel.NodeAlarm;
import coterie.sim.StageWitness.Drop;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.NthMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a script decides of single messages and alarms. Most runs have no such script. */
final class Fates {
  private final Engine engine;

  Fates(Engine engine) {
    this.engine = engine;
  }

  /** Decides what becomes of a message that is sent now; returns whether it was named. */
  boolean decide(long first, long second, Message message) {
    Rules rules = engine.conditions.interventions();
    if (rules == null) {
      return false;
    }
    int from = (int) first;
    int to = (int) (first >>> 32);
    Intervention.OfMessage rule = rules.sent(from, to, message);
    if (rule == null) {
      return false;
    }
    engine.witnesses.faulted(engine.now(), rule);
    Drop why = rule instanceof Intervention.Deliver ? null : engine.obstacle(from, to);
    if (rule instanceof Intervention.Drop || why != null) {
      engine.dropped(from, to, message, why == null ? Drop.LOST : why);
    } else {
      send(rule, first, second, message);
    }
    return true;
  }

  private void send(Intervention.OfMessage rule, long first, long second, Message message) {
    long usual = engine.network.firstNanos();
    switch (rule) {
      case Intervention.Drop drop -> {}
      case Intervention.Delay delay -> engine.put(usual + delay.byNanos(), first, second, message);
      case Intervention.Deliver deliver ->
          engine.put(said(deliver.afterNanos(), usual), first, second, message);
      case Intervention.Duplicate twice -> {
        engine.put(usual, first, second, message);
        engine.put(said(twice.afterNanos(), usual), first, second, message);
      }
    }
  }

  private static long said(long nanos, long usual) {
    return nanos == Intervention.UNSAID ? usual : nanos;
  }

  /** Returns whether a script lets this happen now. */
  boolean permits(int to, long first, long second, Object subject) {
    Rules rules = engine.conditions.interventions();
    Intervention rule = null;
    if (rules != null && subject instanceof Message message) {
      rule = rules.holds(to, new Rules.Event(first, second, subject));
      if (rule == null) {
        release(to, message);
      }
    } else if (rules != null
        && subject instanceof NodeAlarm alarm
        && (second & (Engine.RULED | Engine.PARKED)) == 0) {
      Intervention.DelayAlarm delay = rules.due(to, alarm.name());
      if (delay != null) {
        engine.putOff(alarm, delay.byNanos(), first, second | Engine.RULED);
      }
      rule = delay;
    }
    if (rule != null) {
      engine.witnesses.faulted(engine.now(), rule);
    }
    return rule == null;
  }

  /** Lets go on what has waited for a message that arrives now, or was lost. */
  void release(int to, Message message) {
    Rules rules = engine.conditions.interventions();
    if (rules != null) {
      rules
          .released(to, message)
          .forEach(event -> engine.put(0, event.first(), event.second(), event.subject()));
    }
  }

  /** The fates of single messages and alarms that a script decides, as far as they are to come. */
  static final class Rules {
    /** Counts down to the message, or to the expiry, that is meant. */
    private static final class Countdown {
      private final String kind;
      private final int from;
      private final int to;
      private int left;

      Countdown(String kind, int from, int to, int left) {
        this.kind = kind;
        this.from = from;
        this.to = to;
        this.left = left;
      }

      /** Returns whether this is the one. */
      boolean strikes(int sender, int receiver, String name) {
        return left > 0 && from == sender && to == receiver && kind.equals(name) && --left == 0;
      }
    }

    private record Rule(Intervention intervention, Countdown countdown) {}

    /** An event of the engine. */
    record Event(long first, long second, Object subject) {}

    /** Two messages in order: those that are meant, once they were sent, and what waits. */
    private static final class Order {
      final Intervention.Before rule;
      private final Countdown first;
      private final Countdown second;
      private @Nullable Message leader;
      private @Nullable Message follower;
      private @Nullable Event waiting;
      private boolean isOver;

      Order(Intervention.Before rule, Countdown first, Countdown second) {
        this.rule = rule;
        this.first = first;
        this.second = second;
      }

      void sent(int from, int to, Message message) {
        if (first.strikes(from, to, kind(message))) {
          leader = message;
        } else if (second.strikes(from, to, kind(message))) {
          follower = message;
        }
      }

      @SuppressWarnings("ReferenceEquality") // The very object: an equal one may be another.
      private static boolean is(@Nullable Message meant, Message message, Countdown of, int to) {
        return meant == message && of.to == to;
      }
    }

    private final View members;
    private final List<Rule> rules = new ArrayList<>();
    private final List<Order> orders = new ArrayList<>();
    private final List<Intervention> struck = new ArrayList<>();

    Rules(View members) {
      this.members = members;
    }

    void add(Intervention intervention) {
      switch (intervention) {
        case Intervention.OfMessage of -> rules.add(new Rule(of, countdown(of.message())));
        case Intervention.Before before ->
            orders.add(new Order(before, countdown(before.first()), countdown(before.second())));
        case Intervention.DelayAlarm alarm -> {
          int node = members.indexOf(alarm.target().node());
          rules.add(new Rule(alarm, new Countdown(alarm.alarm(), node, node, alarm.number())));
        }
      }
    }

    private Countdown countdown(NthMessage message) {
      return new Countdown(
          message.kind(),
          members.indexOf(message.from().node()),
          members.indexOf(message.to().node()),
          message.number());
    }

    private static String kind(Message message) {
      return message.getClass().getSimpleName();
    }

    /** Returns what is to be done with a message that is sent now; null if nothing is. */
    Intervention.@Nullable OfMessage sent(int from, int to, Message message) {
      orders.forEach(order -> order.sent(from, to, message));
      return strike(from, to, kind(message), rule -> rule instanceof Intervention.OfMessage)
              instanceof Intervention.OfMessage of
          ? of
          : null;
    }

    /** Returns by how much an alarm that is due now is put off; 0 if it is not. */
    Intervention.@Nullable DelayAlarm due(int node, String alarm) {
      return strike(node, node, alarm, rule -> rule instanceof Intervention.DelayAlarm)
              instanceof Intervention.DelayAlarm delay
          ? delay
          : null;
    }

    /** All count; the first of those that strike decides. */
    private @Nullable Intervention strike(
        int from, int to, String name, Predicate<Intervention> kind) {
      Intervention first = null;
      for (Rule rule : rules) {
        if (kind.test(rule.intervention) && rule.countdown.strikes(from, to, name)) {
          struck.add(rule.intervention);
          first = first == null ? rule.intervention : first;
        }
      }
      return first;
    }

    /** Returns the rule by which a message that arrives now has to wait; null if none is. */
    Intervention.@Nullable Before holds(int to, Event arrival) {
      for (Order order : orders) {
        boolean isFollower = Order.is(order.follower, (Message) arrival.subject, order.second, to);
        if (isFollower && !order.isOver && order.waiting == null) {
          order.waiting = arrival;
          struck.add(order.rule);
          return order.rule;
        }
      }
      return null;
    }

    /** Returns what goes on because that message arrives now, or was lost. */
    List<Event> released(int to, Message message) {
      List<Event> released = new ArrayList<>();
      for (Order order : orders) {
        if (Order.is(order.leader, message, order.first, to) && !order.isOver) {
          order.isOver = true;
          if (order.waiting != null) {
            released.add(order.waiting);
          }
        }
      }
      return released;
    }

    /** Returns a sentence for each that has not struck. */
    List<String> remarks() {
      List<String> remarks = new ArrayList<>();
      for (Rule rule : rules) {
        if (!struck.contains(rule.intervention)) {
          remarks.add(
              "%s did not happen: there were %d too few"
                  .formatted(rule.intervention.text(), rule.countdown.left));
        }
      }
      for (Order order : orders) {
        if (order.waiting != null && !order.isOver) {
          remarks.add(
              "%s: the first one never arrived, so the second one is still waiting"
                  .formatted(order.rule.text()));
        }
      }
      return remarks;
    }
  }
}
