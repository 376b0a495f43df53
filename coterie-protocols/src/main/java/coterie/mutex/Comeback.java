package coterie.mutex;

import coterie.clock.Stamps;
import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.View;

/**
 * How a process that may have been away comes to take part: it greets the others under a stamp, and
 * takes part once enough of them have welcomed that very stamp and told what it has missed.
 *
 * <p>Others welcome only whom they do not suspect. So nobody takes part while somebody who is up
 * skips it. And a welcome has to be younger than the last death: if one that was inside dies
 * unheard, its stamp is known to those whom it asked, but perhaps not yet when they said welcome.
 * So every new suspicion begins the round anew.
 */
public final class Comeback {
  /** The protocol that comes back. */
  public interface Returner {
    void greet(NodeId to, long stamp);

    /** The process takes part from now on. */
    void restored();
  }

  private final View members;
  private final Stamps stamps;
  private final Consent welcomes;
  private final long retryNanos;
  private final Returner returner;
  private final Alarm retry;
  private boolean isOver;

  /** The stamp of the greetings that are to be welcomed; 0 before the first ones. */
  private long round;

  public Comeback(
      Context<?> context,
      View members,
      Stamps stamps,
      Consent welcomes,
      long retryNanos,
      Returner returner) {
    this.members = members;
    this.stamps = stamps;
    this.welcomes = welcomes;
    this.retryNanos = retryNanos;
    this.returner = returner;
    this.retry = context.alarm("hello", this::greet);
  }

  /** Begins, if the others may have gone on without this process; if not, that was all. */
  public void start(boolean isNeeded) {
    isOver = !isNeeded || members.size() == 1;
    if (!isOver) {
      begin();
    }
  }

  public boolean isOver() {
    return isOver;
  }

  /** The processes that are yet to welcome this one. */
  public Consent welcomes() {
    return welcomes;
  }

  private void begin() {
    welcomes.clear();
    round = stamps.next();
    greet();
  }

  private void greet() {
    for (int i = 0; i < members.size(); i++) {
      if (welcomes.isMissing(i)) {
        returner.greet(members.at(i), round);
      }
    }
    retry.start(retryNanos);
  }

  public void welcomed(int from, long stamp) {
    if (isOver || stamp != round) {
      return;
    }
    welcomes.give(from);
    if (welcomes.isEnough()) {
      isOver = true;
      retry.stop();
      returner.restored();
    }
  }

  /** Somebody has come to be suspected. */
  public void suspected() {
    if (!isOver && round > 0) {
      begin();
    }
  }
}
