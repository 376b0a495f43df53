package coterie.member.swim;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The probes that this member makes for others. Whoever asked hears of an answer, and of its
 * absence as well: a relay that says nothing at all tells the asker that the fault may be its own.
 */
final class Relays {
  /** More than this at once is not needed by any correct group. */
  private static final int COUNT_MAX = 64;

  private static final class Relay {
    final NodeId asker;
    final long askedNumber;
    final NodeId target;
    final long number;
    final long dueNanos;
    boolean isReported;
    boolean isClosed;

    Relay(NodeId asker, long askedNumber, NodeId target, long number, long dueNanos) {
      this.asker = asker;
      this.askedNumber = askedNumber;
      this.target = target;
      this.number = number;
      this.dueNanos = dueNanos;
    }
  }

  private final Context<Swim.Msg> context;
  private final SwimConfig config;
  private final Swim swim;
  private final Alarm alarm;
  private final ArrayDeque<Relay> relays = new ArrayDeque<>(1);

  Relays(Context<Swim.Msg> context, SwimConfig config, Swim swim) {
    this.context = context;
    this.config = config;
    this.swim = swim;
    this.alarm = context.alarm("relay", this::due);
  }

  void clear() {
    relays.clear();
    alarm.stop();
  }

  void asked(NodeId asker, Swim.PingRequest request) {
    long now = context.nowNanos();
    while (!relays.isEmpty()
        && (relays.size() >= COUNT_MAX
            || relays.peekFirst().dueNanos + config.periodNanos() < now)) {
      relays.removeFirst();
    }
    long due = now + config.reportNanos();
    long number = swim.nextNumber();
    relays.addLast(new Relay(asker, request.number(), request.target(), number, due));
    swim.ping(request.target(), number);
    if (config.healthMax() > 0 && !alarm.isRunning()) {
      alarm.start(due - now);
    }
  }

  /** Whether the answer was to a probe made for another, who is told. */
  boolean answered(NodeId from, long number) {
    for (Relay relay : relays) {
      if (relay.number == number && relay.target.equals(from)) {
        relays.remove(relay);
        swim.acknowledge(relay.asker, relay.askedNumber);
        return true;
      }
    }
    return false;
  }

  /** Nobody listens there: whoever asked for that one has to hear it at once. */
  void unreachable(NodeId target) {
    for (Relay relay : relays) {
      if (relay.target.equals(target) && !relay.isClosed) {
        relay.isClosed = true;
        relay.isReported = true;
        context.send(relay.asker, new Swim.Nack(relay.askedNumber, true));
      }
    }
  }

  private void due() {
    long now = context.nowNanos();
    for (Relay relay : relays) {
      if (!relay.isReported && relay.dueNanos <= now) {
        relay.isReported = true;
        context.send(relay.asker, new Swim.Nack(relay.askedNumber, false));
      }
    }
    Relay next = next();
    if (next != null) {
      alarm.start(next.dueNanos - now);
    }
  }

  private @Nullable Relay next() {
    for (Relay relay : relays) {
      if (!relay.isReported) {
        return relay;
      }
    }
    return null;
  }
}
