package coterie.net.admission;

import coterie.core.NodeId;
import coterie.net.greet.Greeting;
import coterie.net.loop.EventLoop;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds out whether the holder of a name still lives, when somebody comes with its name from
 * another address. An answer of the holder, and the newcomer is refused. A closed port, or silence
 * for one suspicion time, and the newcomer is the holder's later life. For the loop only.
 */
final class NameInquiries {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long AGAIN_NANOS = 500_000_000;

  /** More names are not looked into at once; their greetings come again. */
  private static final int INQUIRIES_MAX = 256;

  private static final class Inquiry {
    final long question = RANDOM.nextLong();
    final InetSocketAddress holder;
    final long untilNanos;
    Newcomer newcomer;

    Inquiry(Newcomer newcomer, InetSocketAddress holder, long untilNanos) {
      this.newcomer = newcomer;
      this.holder = holder;
      this.untilNanos = untilNanos;
    }
  }

  private final GreetingContext context;
  private final EventLoop loop;
  private final GreetingSender sender;
  private final HostGreetings greetings;
  private final Map<NodeId, Inquiry> inquiries = new HashMap<>();

  NameInquiries(GreetingContext context, GreetingSender sender, HostGreetings greetings) {
    this.context = context;
    this.loop = context.loop();
    this.sender = sender;
    this.greetings = greetings;
  }

  void begin(Newcomer newcomer, InetSocketAddress holder) {
    Inquiry known = inquiries.get(newcomer.node());
    if (known != null) {
      // It greets again; a third one of that name has to wait for what comes out.
      if (known.newcomer.address().equals(newcomer.address())) {
        known.newcomer = newcomer;
      }
      return;
    }
    if (inquiries.size() >= INQUIRIES_MAX) {
      return;
    }
    long until = loop.nowNanos() + context.suspicionNanos();
    Inquiry inquiry = new Inquiry(newcomer, holder, until);
    inquiries.put(newcomer.node(), inquiry);
    context.portProbe().probe(holder, () -> isGone(inquiry));
    probe(inquiry);
  }

  private boolean isOpen(Inquiry inquiry) {
    return inquiries.get(inquiry.newcomer.node()) == inquiry;
  }

  private void probe(Inquiry inquiry) {
    if (!isOpen(inquiry) || !sender.isOpen()) {
      return;
    }
    if (loop.nowNanos() >= inquiry.untilNanos) {
      isGone(inquiry);
      return;
    }
    sender.send(inquiry.holder, new Greeting.Probe(inquiry.question, inquiry.newcomer.node()));
    loop.schedule(AGAIN_NANOS, () -> probe(inquiry));
  }

  private void isGone(Inquiry inquiry) {
    if (isOpen(inquiry)) {
      inquiries.remove(inquiry.newcomer.node());
      greetings.decide(inquiry.newcomer);
    }
  }

  /**
   * One of that name says that it is there, in that life. It may be the newcomer itself: where
   * addresses are translated a node is heard from another one than it gives, and both lead to it.
   */
  void present(NodeId node, long incarnation, long question) {
    Inquiry inquiry = inquiries.get(node);
    if (inquiry == null || inquiry.question != question) {
      return;
    }
    inquiries.remove(node);
    if (incarnation == inquiry.newcomer.incarnation()) {
      greetings.decide(inquiry.newcomer);
    } else {
      greetings.taken(inquiry.newcomer, inquiry.holder);
    }
  }
}
