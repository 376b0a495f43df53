package coterie.mutex.lease;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.mutex.lease.LeaseLock.Asker;
import coterie.mutex.lease.LeaseLock.Inquire;
import coterie.mutex.lease.LeaseLock.Inside;
import coterie.mutex.lease.LeaseLock.Msg;
import coterie.mutex.lease.LeaseLock.NotLeader;
import java.util.Map;
import java.util.TreeMap;

/** What this process wants to know of locks that it does not want to enter. */
final class Inquiries {
  /**
   * A client asks this many times as often as a lease is renewed: somebody waits for the answer.
   */
  private static final int IMPATIENCE = 8;

  private final class Inquiry {
    private final String lock;
    private final long request;
    private final Asker asker;
    private final Alarm again;
    private final Alarm end;
    private final Guide.Search search = owner.search();

    Inquiry(String lock, long request, Asker asker) {
      this.lock = lock;
      this.request = request;
      this.asker = asker;
      this.again = agenda.alarm("ask again " + lock, this::sayAgain);
      this.end = agenda.alarm("ask end " + lock, this::timeUp);
    }

    void say() {
      again.start(Math.max(1, config.renewNanos() / IMPATIENCE));
      owner.send(search.target(), new Inquire(lock, context.incarnation(), request));
    }

    private void sayAgain() {
      search.lookElsewhere();
      say();
    }

    void notLed(NotLeader not) {
      if (search.follows(not)) {
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
      case NotLeader not -> inquiry.notLed(not);
      default -> {}
    }
    return true;
  }
}
