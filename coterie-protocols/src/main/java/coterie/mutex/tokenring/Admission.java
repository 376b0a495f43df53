package coterie.mutex.tokenring;

import coterie.core.Alarm;
import coterie.core.Context;
import java.util.BitSet;

/**
 * How a process that has just started is let in where tokens may be regenerated: while it was down
 * the others may have promised to refuse the tokens that it still knows. It says hello, and takes
 * part once a majority has told what it promised. A process that suspects it does not answer yet:
 * it would leave it out when it is asked whether the token is lost.
 */
final class Admission {
  private final Context<TokenRing.Msg> context;
  private final RingOrder ring;
  private final RingMemory memory;
  private final int quorum;
  private final long retryNanos;
  private final Runnable admitted;
  private final Alarm again;
  private final BitSet welcomed = new BitSet();
  private long promised;
  private boolean isDone;

  Admission(
      Context<TokenRing.Msg> context,
      RingOrder ring,
      RingMemory memory,
      int quorum,
      long retryNanos,
      Runnable admitted) {
    this.context = context;
    this.ring = ring;
    this.memory = memory;
    this.quorum = quorum;
    this.retryNanos = retryNanos;
    this.admitted = admitted;
    this.again = context.alarm("hello", this::greet);
    this.welcomed.set(ring.self());
  }

  boolean isDone() {
    return isDone;
  }

  void start() {
    greet();
    look();
  }

  private void greet() {
    for (int i = welcomed.nextClearBit(0); i < ring.size(); i = welcomed.nextClearBit(i + 1)) {
      context.send(ring.at(i), new TokenRing.Hello(context.incarnation()));
    }
    again.start(retryNanos);
  }

  void greeted(int by, TokenRing.Hello hello) {
    if (!ring.isSuspected(by)) {
      context.send(ring.at(by), new TokenRing.Welcome(hello.incarnation(), memory.promised()));
    }
  }

  void welcomed(int by, TokenRing.Welcome welcome) {
    if (!isDone && welcome.incarnation() == context.incarnation()) {
      promised = Math.max(promised, welcome.promised());
      welcomed.set(by);
      look();
    }
  }

  private void look() {
    if (welcomed.cardinality() >= quorum) {
      isDone = true;
      again.stop();
      memory.promise(promised);
      admitted.run();
    }
  }
}
