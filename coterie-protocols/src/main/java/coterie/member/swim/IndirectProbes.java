package coterie.member.swim;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The probes that this member makes for others. The asker hears of an answer, and of its absence as
 * well: a relay that says nothing at all tells the asker that the fault may be its own.
 */
final class IndirectProbes {
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

  private final Context<?> context;
  private final SwimConfig config;
  private final Speaker speaker;
  private final Alarm alarm;
  private final ArrayDeque<Relay> relays = new ArrayDeque<>(1);

  IndirectProbes(Context<?> context, SwimConfig config, Speaker speaker) {
    this.context = context;
    this.config = config;
    this.speaker = speaker;
    this.alarm = context.alarm("relay", this::due);
  }

  void clear() {
    relays.clear();
    alarm.stop();
  }

  void asked(NodeId asker, long askedNumber, NodeId target) {
    long now = context.nowNanos();
    while (!relays.isEmpty()
        && (relays.size() >= COUNT_MAX
            || relays.peekFirst().dueNanos + config.periodNanos() < now)) {
      relays.removeFirst();
    }
    long due = now + config.reportNanos();
    long number = speaker.nextNumber();
    relays.addLast(new Relay(asker, askedNumber, target, number, due));
    speaker.ping(target, number);
    if (config.healthMax() > 0 && !alarm.isRunning()) {
      alarm.start(due - now);
    }
  }

  /** Whether the answer was to a probe made for another, who is told. */
  boolean answered(NodeId from, long number) {
    for (Relay relay : relays) {
      if (relay.number == number && relay.target.equals(from)) {
        relays.remove(relay);
        speaker.acknowledge(relay.asker, relay.askedNumber);
        return true;
      }
    }
    return false;
  }

  /** Nobody listens there: members that asked for this probe have to hear it at once. */
  void unreachable(NodeId target) {
    for (Relay relay : relays) {
      if (relay.target.equals(target) && !relay.isClosed) {
        relay.isClosed = true;
        relay.isReported = true;
        speaker.refuse(relay.asker, relay.askedNumber, true);
      }
    }
  }

  private void due() {
    long now = context.nowNanos();
    for (Relay relay : relays) {
      if (!relay.isReported && relay.dueNanos <= now) {
        relay.isReported = true;
        speaker.refuse(relay.asker, relay.askedNumber, false);
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
