package coterie.sim.fault;

import coterie.core.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Another fate for one message, or for one alarm, of a timed run. It is told to witnesses when it
 * strikes, not when a script asks for it.
 */
public sealed interface Intervention extends Fault.OfNetwork {
  /** Stands for a time that was not said. */
  long UNSAID = -1;

  /** Concerns one message, at the moment at which it is sent. */
  sealed interface OfMessage extends Intervention {
    NthMessage message();

    @Override
    default List<Target> targets() {
      return message().targets();
    }
  }

  /** The message is lost. */
  record Drop(NthMessage message) implements OfMessage {
    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Drop(message.on(replacement));
    }

    @Override
    public String text() {
      return "drop " + message.text();
    }
  }

  /** The message takes that much longer than it would; if it was lost anyway, it is lost. */
  record Delay(NthMessage message, long byNanos) implements OfMessage {
    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Delay(message.on(replacement), byNanos);
    }

    @Override
    public String text() {
      return "delay %s by %s".formatted(message.text(), TimeText.format(byNanos));
    }
  }

  /**
   * The message arrives, whatever the network would do with it.
   *
   * @param afterNanos how long it takes; {@link #UNSAID} if the network decides
   */
  record Deliver(NthMessage message, long afterNanos) implements OfMessage {
    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Deliver(message.on(replacement), afterNanos);
    }

    @Override
    public String text() {
      return "deliver " + message.text() + after(afterNanos);
    }
  }

  /**
   * The message arrives once more.
   *
   * @param afterNanos how long the second copy takes; {@link #UNSAID} if as long as the first
   */
  record Duplicate(NthMessage message, long afterNanos) implements OfMessage {
    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Duplicate(message.on(replacement), afterNanos);
    }

    @Override
    public String text() {
      return "duplicate " + message.text() + after(afterNanos);
    }
  }

  /** The second message waits, where it would arrive earlier, until the first has arrived. */
  record Before(NthMessage first, NthMessage second) implements Intervention {
    @Override
    public List<Target> targets() {
      List<Target> all = new ArrayList<>(first.targets());
      all.addAll(second.targets());
      return all;
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Before(first.on(replacement), second.on(replacement));
    }

    @Override
    public String text() {
      return "deliver %s before %s".formatted(first.text(), second.text());
    }
  }

  /**
   * The alarm expires that much later.
   *
   * @param number which of its expiries is meant, counted from 1
   */
  record DelayAlarm(String alarm, Target target, int number, long byNanos) implements Intervention {
    public DelayAlarm {
      if (number < 1) {
        throw new IllegalArgumentException("alarms are counted from #1, not #" + number);
      }
    }

    @Override
    public List<Target> targets() {
      return List.of(target);
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new DelayAlarm(alarm, replacement.apply(target), number, byNanos);
    }

    @Override
    public String text() {
      return "delay alarm %s of %s%s by %s"
          .formatted(
              alarm, target.text(), number == 1 ? "" : " #" + number, TimeText.format(byNanos));
    }
  }

  private static String after(long nanos) {
    return nanos == UNSAID ? "" : " after " + TimeText.format(nanos);
  }
}
