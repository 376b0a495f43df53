package coterie.sim.scenario;

import coterie.core.TimeText;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.NthMessage;
import coterie.sim.fault.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The words of faults, as {@link Fault#text} writes them and the docs list them. */
final class FaultWords {
  static final String ALL =
      "crash, recover, pause, resume, slow, cut, heal, partition, send-only, receive-only, clock,"
          + " loss, duplicate, reorder, latency, drop, delay, deliver";

  private static final String MESSAGE = "the type of a message, such as Vote";

  private FaultWords() {}

  /** Reads one fault. A word that begins no fault gives null and is not taken. */
  static @Nullable Fault read(Words words) {
    if (words.takes("crash")) {
      Target target = words.target();
      return new Fault.Crash(target, words.takes("keeping"));
    }
    if (words.takes("recover")) {
      return new Fault.Recover(words.target());
    }
    if (words.takes("pause")) {
      return new Fault.Pause(words.target());
    }
    if (words.takes("resume")) {
      return new Fault.Resume(words.target());
    }
    if (words.takes("send-only")) {
      return new Fault.SendOnly(words.target());
    }
    if (words.takes("receive-only")) {
      return new Fault.ReceiveOnly(words.target());
    }
    Fault intervention = readIntervention(words);
    if (intervention != null) {
      return intervention;
    }
    Fault condition = readLink(words);
    return condition != null ? condition : readCondition(words);
  }

  /** Returns what undoes a fault that was said to last for a while. */
  static Fault undo(Words words, Fault fault) {
    Fault undo = fault.undo();
    if (undo == null) {
      throw words.error(
          "\"for\" goes with crash, pause, slow, cut, partition, loss, duplicate and reorder");
    }
    return undo;
  }

  private static @Nullable Fault readLink(Words words) {
    if (words.takes("cut")) {
      Target from = words.target();
      boolean bothWays = readBothWays(words);
      return new Fault.Cut(from, words.target(), bothWays);
    }
    if (words.takes("heal")) {
      if (!words.hasNext() || words.takes("all")) {
        return new Fault.HealAll();
      }
      Target from = words.target();
      boolean bothWays = readBothWays(words);
      return new Fault.Heal(from, words.target(), bothWays);
    }
    return words.takes("partition") ? readPartition(words) : null;
  }

  private static boolean readBothWays(Words words) {
    if (words.takes("->")) {
      return false;
    }
    if (words.takes("-")) {
      return true;
    }
    throw words.error("between two nodes stands - (both ways) or -> (one way): 0 - 1, 0 -> 1");
  }

  private static Fault readPartition(Words words) {
    if (words.takes("none")) { // Drawn by chance, it may name nobody.
      return new Fault.Partition(List.of());
    }
    List<List<Target>> groups = new ArrayList<>();
    groups.add(new ArrayList<>());
    groups.getLast().add(words.target());
    while (words.hasNext() && !words.peeks("for")) {
      if (words.takes("|")) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().add(words.target());
    }
    return new Fault.Partition(groups);
  }

  private static @Nullable Fault readCondition(Words words) {
    if (words.takes("slow")) {
      Target target = words.target();
      words.expect("by");
      return new Fault.Slow(target, words.time());
    }
    if (words.takes("clock")) {
      return readClock(words);
    }
    if (words.takes("loss")) {
      double probability = words.probability();
      return checked(words, () -> new Fault.Loss(probability));
    }
    if (words.takes("duplicate")) {
      double probability = words.probability();
      return checked(words, () -> new Fault.Duplication(probability));
    }
    if (words.takes("reorder")) {
      double probability = words.probability();
      words.expect("by");
      long by = words.time();
      return checked(words, () -> new Fault.Reordering(probability, by));
    }
    return words.takes("latency")
        ? new Fault.Delay(words.next("a latency", RecordedDelays::parse))
        : null;
  }

  private static Fault readClock(Words words) {
    Target target = words.target();
    if (words.takes("offset")) {
      return new Fault.ClockOffset(target, words.next("+TIME or -TIME", FaultWords::signed));
    }
    words.expect("drift");
    long drift = words.next("a drift such as +100ppm", FaultWords::partsPerMillion);
    return checked(words, () -> new Fault.ClockDrift(target, drift));
  }

  private static long signed(String word) {
    boolean isNegative = word.startsWith("-");
    long nanos = TimeText.parse(isNegative || word.startsWith("+") ? word.substring(1) : word);
    return isNegative ? -nanos : nanos;
  }

  private static long partsPerMillion(String word) {
    if (!word.matches("[+-]?[0-9]{1,9}ppm")) {
      throw new IllegalArgumentException(
          "\"%s\" is not a drift; a drift is +N or -N parts per million, such as +100ppm"
              .formatted(word));
    }
    return Long.parseLong(word.substring(0, word.length() - 3));
  }

  /**
   * Reads another fate of one message or alarm; a word that begins none gives null and is not
   * taken.
   */
  private static @Nullable Fault readIntervention(Words words) {
    if (words.takes("drop")) {
      return new Intervention.Drop(message(words));
    }
    if (words.takes("delay")) {
      return words.takes("alarm") ? delayAlarm(words) : delay(words);
    }
    if (words.takes("deliver")) {
      return deliver(words);
    }
    if (words.peeks("duplicate") && words.peeksSecond("[A-Za-z].*")) {
      words.takes("duplicate");
      return new Intervention.Duplicate(message(words), after(words));
    }
    return null;
  }

  private static Fault delay(Words words) {
    NthMessage message = message(words);
    words.expect("by");
    return new Intervention.Delay(message, words.time());
  }

  private static Fault deliver(Words words) {
    NthMessage message = message(words);
    if (words.takes("before")) {
      return new Intervention.Before(message, message(words));
    }
    return new Intervention.Deliver(message, after(words));
  }

  private static Fault delayAlarm(Words words) {
    List<String> name = new ArrayList<>();
    name.add(words.next("the name of an alarm"));
    while (!words.takes("of")) {
      name.add(words.next("\"of\" and a node"));
    }
    Target target = words.target();
    int number = number(words);
    words.expect("by");
    long by = words.time();
    return checked(
        words, () -> new Intervention.DelayAlarm(String.join(" ", name), target, number, by));
  }

  private static NthMessage message(Words words) {
    String kind = words.next(MESSAGE);
    Target from = words.target();
    words.expect("->");
    Target to = words.target();
    int number = number(words);
    return checked(words, () -> new NthMessage(kind, from, to, number));
  }

  private static int number(Words words) {
    return words.peeksMatch("#.*")
        ? words.next("a number such as #2", word -> Integer.parseInt(word.substring(1)))
        : 1;
  }

  private static long after(Words words) {
    return words.takes("after") ? words.time() : Intervention.UNSAID;
  }

  private static <T> T checked(Words words, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw words.error(String.valueOf(e.getMessage()));
    }
  }
}
