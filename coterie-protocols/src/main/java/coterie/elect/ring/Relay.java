package coterie.elect.ring;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands a message on to the next process of the ring, and to the one after it where that one turns
 * out to be down. A message may so arrive twice: laps tell.
 */
final class Relay<M extends RingElection.Round> {
  /** A process that leaves this number without a receipt is passed over. */
  private static final int TRIES_MAX = 2;

  private final Context<RingElection.Msg> context;
  private final Successors successors;
  private final long patienceNanos;
  private final IntConsumer silent;
  private final Consumer<M> alone;
  private final Alarm unconfirmed;
  private @Nullable M message;
  private int target;
  private int tries;

  /**
   * @param patienceNanos how long the receipt of a careful message may take
   * @param silent gets the position of one that confirmed nothing and was passed over
   * @param alone gets a message for which there is nobody else
   */
  Relay(
      Context<RingElection.Msg> context,
      Successors successors,
      String name,
      long patienceNanos,
      IntConsumer silent,
      Consumer<M> alone) {
    this.context = context;
    this.successors = successors;
    this.patienceNanos = patienceNanos;
    this.silent = silent;
    this.alone = alone;
    this.unconfirmed = context.alarm(name, this::receiptMissed);
  }

  void send(M newMessage) {
    stop();
    message = newMessage;
    target = successors.self();
    sendOn(newMessage);
  }

  /** Nobody waits for it any more. */
  void stop() {
    message = null;
    unconfirmed.stop();
  }

  /** Where it went, there is nobody: perhaps. */
  void isGone(NodeId who) {
    M last = message;
    if (last != null && successors.at(target).equals(who)) {
      sendOn(last);
    }
  }

  void confirmed(NodeId by, Lap lap) {
    M last = message;
    if (last != null && last.lap().equals(lap) && successors.at(target).equals(by)) {
      unconfirmed.stop();
    }
  }

  private void sendOn(M last) {
    target = successors.after(target);
    tries = 0;
    if (target == successors.self()) {
      stop();
      alone.accept(last);
    } else {
      transmit(last);
    }
  }

  private void transmit(M last) {
    tries++;
    context.send(successors.at(target), last);
    if (last.careful()) {
      unconfirmed.start(patienceNanos);
    }
  }

  private void receiptMissed() {
    M last = message;
    if (last == null) {
      return;
    }
    if (tries < TRIES_MAX) {
      transmit(last);
    } else {
      silent.accept(target);
      sendOn(last);
    }
  }
}
