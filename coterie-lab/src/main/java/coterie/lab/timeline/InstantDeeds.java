package coterie.lab.timeline;

import coterie.core.Message;
import coterie.core.View;
import coterie.sim.trace.StampText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a process does in the instant that is going on, for a cell of a timeline. */
final class InstantDeeds {
  /** A message under way, between positions among the members. */
  record Sent(int from, int to, Message message) {}

  private record Sending(String kind, BitSet to) {}

  /** Messages of one kind that came in one state; or those that nobody took. */
  private record Receipt(String verb, String kind, BitSet from) {}

  private record Stamps(String event, List<String> texts) {
    @Override
    public String toString() {
      return event + " " + String.join(" ", texts);
    }
  }

  /** Two timeouts of one name are two, so this is not a record. */
  private static final class Timeout {
    private final String alarm;

    Timeout(String alarm) {
      this.alarm = alarm;
    }

    @Override
    public String toString() {
      return "timeout: " + alarm;
    }
  }

  final List<Object> done = new ArrayList<>();
  final List<Sent> underWay = new ArrayList<>();
  boolean matters;

  /** Whether something has come that was sent in a change. */
  boolean isAsked;

  /** The senders, in this instant, of what a process that is down ignores. */
  final BitSet ignored = new BitSet();

  private final View members;
  private @Nullable Timeout last;

  /** The state that the process has come to in this instant, and after how many deeds. */
  private @Nullable String reached;

  private int reachedAt;

  InstantDeeds(View members) {
    this.members = members;
  }

  void add(String words) {
    done.add(words);
    matters = true;
  }

  /** Adds what comes before all else. */
  void addFirst(String words) {
    done.addFirst(words);
    reachedAt++;
    matters = true;
  }

  void send(Sent one) {
    underWay.add(one);
    String kind = Phrases.name(one.message.getClass());
    for (Object other : done) {
      if (other instanceof Sending sending && sending.kind.equals(kind)) {
        sending.to.set(one.to);
        return;
      }
    }
    Sending sending = new Sending(kind, new BitSet());
    sending.to.set(one.to);
    done.add(sending);
  }

  /** A message has come; the verb says if nothing is done with it. */
  void get(String verb, Sent one) {
    String kind = Phrases.name(one.message.getClass());
    for (Object other : done.subList(reachedAt, done.size())) {
      if (other instanceof Receipt receipt
          && receipt.kind.equals(kind)
          && receipt.verb.equals(verb)) {
        receipt.from.set(one.from);
        return;
      }
    }
    Receipt receipt = new Receipt(verb, kind, new BitSet());
    receipt.from.set(one.from);
    done.add(receipt);
  }

  /** All stamps of one event stand together. */
  void stamp(StampText stamp) {
    matters = true;
    Stamps stamps = !done.isEmpty() && done.getLast() instanceof Stamps one ? one : null;
    if (stamps == null || !stamps.event.equals(stamp.event())) {
      stamps = new Stamps(stamp.event(), new ArrayList<>());
      done.add(stamps);
    }
    stamps.texts.add(stamp.brief().replace(' ', Phrases.TIE));
  }

  /** An alarm is about to be handled. */
  void expire(String alarm) {
    last = new Timeout(alarm);
    done.add(last);
  }

  /** A handler has returned. Timeouts of protocols below are not told. */
  void end(boolean isOfShown) {
    if (last != null && !isOfShown) {
      done.remove(last);
    }
    last = null;
  }

  /** A state that is left in the instant in which it was reached is told as well. */
  void pass(String before, String after) {
    if (after.equals(before)) {
      return;
    }
    if (reached != null) {
      done.add(reachedAt, reached);
    }
    reached = after;
    reachedAt = done.size();
  }

  List<String> words(String state) {
    List<String> words = new ArrayList<>();
    for (Object one : done) {
      String text = text(one);
      if (!state.contains(text)) {
        words.add(text);
      }
    }
    return words;
  }

  private String text(Object one) {
    return switch (one) {
      case Sending sending -> sending.kind + " → " + Phrases.range(members, sending.to);
      case Receipt receipt ->
          receipt.verb
              + receipt.kind
              + " from"
              + Phrases.TIE
              + Phrases.range(members, receipt.from);
      default -> one.toString();
    };
  }
}
