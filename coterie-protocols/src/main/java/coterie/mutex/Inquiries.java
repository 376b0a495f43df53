package coterie.mutex;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.mutex.LeaseLock.Asker;
import coterie.mutex.LeaseLock.Inquire;
import coterie.mutex.LeaseLock.Inside;
import coterie.mutex.LeaseLock.Msg;
import coterie.mutex.LeaseLock.NotLeader;
import java.util.Map;
import java.util.TreeMap;

/** What this process wants to know of locks that it does not want to enter. */
final class Inquiries {
  /** Within one try, so often at most one follows the word of who leads. */
  private static final int HOPS_MAX = 3;

  /** One asks so many times as often as a lease is renewed: somebody waits for the answer. */
  private static final int IMPATIENCE = 8;

  private final class Inquiry {
    private final String lock;
    private final long request;
    private final Asker asker;
    private final Alarm again;
    private final Alarm end;
    private int hops;

    Inquiry(String lock, long request, Asker asker) {
      this.lock = lock;
      this.request = request;
      this.asker = asker;
      this.again = agenda.alarm("ask again " + lock, this::sayAgain);
      this.end = agenda.alarm("ask end " + lock, this::timeUp);
    }

    void say() {
      again.start(Math.max(1, config.renewNanos() / IMPATIENCE));
      owner.tell(new Inquire(lock, context.incarnation(), request));
    }

    private void sayAgain() {
      owner.lookElsewhere();
      hops = 0;
      say();
    }

    void notLed(boolean isOtherKnown) {
      if (isOtherKnown && hops < HOPS_MAX) {
        hops++;
        say();
      }
    }

    private void timeUp() {
      stop();
      asker.unanswered();
    }

    void stop() {
      again.stop();
      end.stop();
      open.remove(request);
    }
  }

  private final LeaseLock owner;
  private final Context<Msg> context;
  private final Agenda agenda;
  private final LeaseConfig config;
  private final Map<Long, Inquiry> open = new TreeMap<>();

  Inquiries(LeaseLock owner, Context<Msg> context, Agenda agenda, LeaseConfig config) {
    this.owner = owner;
    this.context = context;
    this.agenda = agenda;
    this.config = config;
  }

  void ask(String lock, long timeoutNanos, Asker asker) {
    Inquiry inquiry = new Inquiry(lock, owner.nextRequest(), asker);
    open.put(inquiry.request, inquiry);
    inquiry.end.start(timeoutNanos);
    inquiry.say();
  }

  /** Whether that message was about an inquiry. */
  boolean answered(Msg message) {
    Inquiry inquiry = message.life() == context.incarnation() ? open.get(message.request()) : null;
    if (inquiry == null || !inquiry.lock.equals(message.lock())) {
      return false;
    }
    switch (message) {
      case Inside inside -> {
        inquiry.stop();
        inquiry.asker.told(inside.who().isEmpty() ? null : inside.who().getFirst(), inside.token());
      }
      case NotLeader not -> inquiry.notLed(owner.follow(not));
      default -> {}
    }
    return true;
  }
}
