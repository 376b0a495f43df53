package coterie.sim.hunt;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.hunt.Coverage.Subject;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Counts what runs do, one run after the other, and sums up each in a digest. It is told of every
 * event, so it only looks up and adds.
 */
final class Observer implements StageWitness {
  private static final long PRIME = 0x9e3779b97f4a7c15L;

  private final Coverage coverage;
  private final IdentityHashMap<Class<?>, Tally> messages = new IdentityHashMap<>();
  private final IdentityHashMap<Class<?>, Tally> notes = new IdentityHashMap<>();
  private final Map<String, Tally> expired = new HashMap<>();
  private final Map<String, Tally> started = new HashMap<>();
  private final Map<String, Tally> saves = new HashMap<>();
  private final Map<Drop, Tally> drops = new EnumMap<>(Drop.class);
  private long run;
  private long digest;

  Observer(Coverage coverage) {
    this.coverage = coverage;
  }

  /** Begins with the next run. */
  void begin(long seed) {
    run++;
    digest = seed;
  }

  /** Returns the digest of the run, whose bits are all alike, so that digests can be added up. */
  long digest() {
    long bits = (digest ^ (digest >>> 32)) * PRIME;
    return bits ^ (bits >>> 29);
  }

  @Override
  public int wants() {
    return ALL | ASKS;
  }

  /** The name of a class without its package: of a record inside a protocol, that of both. */
  static String name(Class<?> type) {
    String name = type.getName();
    return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
  }

  /** A name that is the same for all peers: "silence P3" is "silence". */
  static String nameOfAlarm(String alarm) {
    return alarm.replaceAll("[ :-]?P?[0-9]+", "");
  }

  @Override
  public void sent(long at, NodeId node, int channel, NodeId to, Message message) {
    Tally tally = messages.get(message.getClass());
    if (tally == null) {
      tally = coverage.tally(Subject.MESSAGES, name(message.getClass()));
      messages.put(message.getClass(), tally);
    }
    tally.add(run);
    mix(at + tally.code, node.value() * 31 + to.value());
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    Tally tally = notes.get(note.getClass());
    if (tally == null) {
      tally = coverage.tally(Subject.NOTES, name(note.getClass()));
      notes.put(note.getClass(), tally);
    }
    tally.add(run);
    mix(at + tally.code, node.value());
  }

  @Override
  public void expired(long at, NodeId node, int channel, String alarm) {
    Tally tally = expired.get(alarm);
    if (tally == null) {
      tally = coverage.tally(Subject.ALARMS, nameOfAlarm(alarm));
      expired.put(alarm, tally);
    }
    tally.add(run);
    mix(at + tally.code, node.value());
  }

  @Override
  public void alarmStarted(NodeId node, int channel, String alarm, long delayNanos) {
    Tally tally = started.get(alarm);
    if (tally == null) {
      tally = coverage.tally(Subject.STARTED, nameOfAlarm(alarm));
      started.put(alarm, tally);
    }
    tally.add(run);
  }

  @Override
  public void durable(long at, NodeId node, int channel, String name, Record value) {
    Tally tally = saves.get(name);
    if (tally == null) {
      tally = coverage.tally(Subject.SAVES, name);
      saves.put(name, tally);
    }
    tally.add(run);
    mix(at + tally.code, node.value());
  }

  @Override
  public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
    Tally tally = drops.get(why);
    if (tally == null) {
      tally = coverage.tally(Subject.DROPS, why.name().toLowerCase(Locale.ROOT));
      drops.put(why, tally);
    }
    tally.add(run);
    mix(at + tally.code, from.value() * 31 + to.value());
  }

  @Override
  public void faulted(long at, Fault fault) {
    String text = fault.text();
    coverage.tally(Subject.FAULTS, word(fault, text)).add(run);
    mix(at, text.hashCode());
  }

  @Override
  public void called(long at, NodeId node, Object call) {
    String words = call.toString();
    int blank = words.indexOf(' ');
    String method = blank < 0 ? words : words.substring(0, blank);
    coverage.tally(Subject.CALLS, method).add(run);
    mix(at + words.hashCode(), node.value());
  }

  /** The first word of a fault, or the first two where it takes both to tell faults apart. */
  private static String word(Fault fault, String text) {
    String word = text.substring(0, (text + " ").indexOf(' '));
    return switch (fault) {
      case Fault.ClockDrift drift -> "drift";
      case Fault.ClockOffset offset -> "offset";
      case Fault.OfProcess process -> word;
      case Fault.OfNetwork network -> word;
    };
  }

  private void mix(long one, long other) {
    digest = (Long.rotateLeft(digest, 23) ^ one) * PRIME + other;
  }
}
