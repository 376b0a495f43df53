package coterie.store.mvcc;

import coterie.clock.HybridClock;
import coterie.clock.HybridText;
import coterie.core.Alarm;
import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Dot;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Replicated;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.TimeText;
import coterie.core.Version;
import coterie.core.View;
import coterie.store.Durability;
import coterie.store.Partners;
import coterie.store.Progress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store of versions of which every member has a copy, and to which every member may write at any
 * time, even if it reaches nobody.
 *
 * <p>Guarantees: a write that was acknowledged is not lost, and reaches every copy once members
 * reach each other for long enough, directly or through others. Copies that have seen the same
 * writes show the same: the version with the highest stamp wins. Up to the time {@link #closed} a
 * read gives the same at every copy, at any later moment; above it, it is fresh but may still
 * change when a write of another member arrives. Old versions are collected only up to a time that
 * is closed to every member, so a deleted key does not come back.
 *
 * <p>A conditional write looks at this copy alone: two members may both succeed, and the higher
 * stamp wins. Callers that need more take a lock.
 *
 * <p>Assumes: all members were given the same list, which never changes; no member loses what its
 * storage has reported as durable; wall clocks differ by less than the configured drift. A member
 * that is further ahead is heard only when the others' clocks have come close to its stamps.
 *
 * <p>Cost: n - 1 messages a write, and in every period two digests and what is missing. While a
 * member is down, nothing closes: reads and writes go on, but the log grows and nothing is
 * collected.
 *
 * <p>A. Demers et al., "Epidemic algorithms for replicated database maintenance", PODC 1987,
 * sections 1.3 and 2; stamps by S. Kulkarni et al., "Logical physical clocks", OPODIS 2014.
 */
public final class MvccReplica implements Protocol<MvccReplica.Msg>, Replicated {
  /** What members say to each other. */
  public sealed interface Msg extends Message {
    /** The fingerprint of the sender's list of members. */
    long members();

    /** The sender's clock; all its writes that are to come have higher times. */
    long time();
  }

  /** The change of one key. */
  public record Change(Bytes key, boolean isDeleted, Bytes value) {}

  /** A write: the changes have the stamp of that time and the origin. */
  public record Entry(NodeId origin, long number, long time, List<Change> changes) {
    public Entry {
      changes = List.copyOf(changes);
    }

    Stamp stamp() {
      return new Stamp(time, origin);
    }
  }

  /**
   * Here are writes, of whomever, those of one origin in their order.
   *
   * @param number the sender has written so often
   * @param hasMore whether more is there that the receiver lacks
   */
  public record Writes(long members, long time, long number, List<Entry> entries, boolean hasMore)
      implements Msg {
    public Writes {
      entries = List.copyOf(entries);
    }
  }

  /**
   * What one knows of a member.
   *
   * @param seen all its writes up to this number have arrived
   * @param number after its write of this number
   * @param promised it writes with higher times than this only
   */
  public record Known(long seen, long number, long promised) {}

  /**
   * How far I am: send me what I lack.
   *
   * @param known one for each member, in their order
   * @param closed all writes of all up to this time have arrived
   * @param isAnswer whether the receiver need not say how far it is
   */
  public record Digest(long members, long time, List<Known> known, long closed, boolean isAnswer)
      implements Msg {
    public Digest {
      known = List.copyOf(known);
    }
  }

  /** Versions that no reader at or after the safe point can see were removed. */
  public record Collected(String safePoint, long removed) implements Note {}

  /** Versions before the last ones of their keys were removed. */
  public record Trimmed(int last, long removed) implements Note {}

  /** A value that was found. */
  public record Item(String key, String value, String stamp) {}

  /** A version that a key has or had. */
  public record Past(String value, boolean isDeleted, String stamp) {}

  /**
   * What a read gave.
   *
   * @param isClosed whether it gives the same everywhere and at any later time
   */
  public record Reading(List<Item> found, boolean isClosed) {
    public Reading {
      found = List.copyOf(found);
    }
  }

  /** All writes that have arrived: of each member, in their order, up to which number. */
  public record Seen(List<Long> numbers) {
    public Seen {
      numbers = List.copyOf(numbers);
    }
  }

  /** What a reader sees now. */
  public record Contents(List<Item> items) {
    public Contents {
      items = List.copyOf(items);
    }
  }

  /** What a trace shows of a copy. */
  public record State(List<Long> seen, String closed, String everywhere) {
    public State {
      seen = List.copyOf(seen);
    }
  }

  /**
   * How a copy behaves.
   *
   * @param periodNanos from one exchange with another member to the next
   * @param driftMillis how far a stamp may be ahead of the wall clock
   * @param keepNanos history older than this is collected; 0 for never
   * @param keepLast how many versions of a key are kept at most, as soon as all members have them;
   *     0 for all
   */
  public record Config(long periodNanos, long driftMillis, long keepNanos, int keepLast) {
    /** From one time that old versions are removed to the next, in periods. */
    private static final int TRIM_PERIODS = 10;

    public Config {
      if (periodNanos < 1) {
        throw new IllegalArgumentException("the period must be longer than 0");
      }
      if (driftMillis < 1) {
        throw new IllegalArgumentException("the drift must be 1 ms or more, not " + driftMillis);
      }
      if (keepNanos < 0) {
        throw new IllegalArgumentException("keep must not be below 0");
      }
      if (keepLast < 0) {
        throw new IllegalArgumentException("keep-last takes a number from 0, not " + keepLast);
      }
    }
  }

  /** The name of these writes in {@link Note.Wrote}. */
  public static final String NAME = "mvcc";

  private static final String CLOCK = "hybrid";
  private static final int SCAN_MAX = 1_000;

  private final Context<Msg> context;
  private final View members;
  private final int self;
  private final Config config;
  private final HybridClock clock;
  private final Durability durability = new Durability();
  private final MvccStore store;
  private final WriteLog log;
  private final Progress progress;
  private final Partners partners;
  private final MvccRules rules;
  private final EarlyWrites early = new EarlyWrites();
  private final Alarm gossip;
  private final Alarm collection;
  private final Alarm trimming;

  /** Whose writes come first in the next parcel. */
  private int turn;

  public MvccReplica(Context<Msg> context, View members, Config config) {
    this.context = context;
    this.members = members;
    this.self = members.indexOf(context.self());
    if (self < 0) {
      throw new IllegalArgumentException(context.self() + " is not a member of the group");
    }
    this.config = config;
    this.clock = new HybridClock(context::wallMillis, config.driftMillis);
    // After a restart the clock is ahead by a block at the most, and must still be believed.
    long blockMillis = config.driftMillis / 4;
    Storage versions = durability.counting(context.storage("versions"));
    this.store = new MvccStore(clock, context.self(), versions, blockMillis);
    this.log = new WriteLog(durability.counting(context.storage("log")), members);
    this.progress = new Progress(members, self);
    this.partners = new Partners(context, members);
    this.rules = new MvccRules(members, self, clock, progress, store, log);
    this.gossip = context.alarm("gossip", this::gossip);
    this.collection = context.alarm("collect", this::collectOld);
    this.trimming = context.alarm("trim", this::trim);
  }

  @Override
  public void start() {
    for (int i = 0; i < members.size(); i++) {
      for (long number = 1; number <= log.last(i); number++) {
        progress.saw(i, number);
      }
      log.visit(i, log.dropped(i), this::restore);
    }
    promise();
    gossip.start(context.random(config.periodNanos) + 1);
    if (config.keepNanos > 0) {
      collection.start(config.keepNanos);
    }
    if (config.keepLast > 0) {
      trimming.start(Config.TRIM_PERIODS * config.periodNanos);
    }
  }

  /** A crash may have come after a write was in the log and before it was in the store. */
  private boolean restore(Entry entry) {
    store.restore(versions(entry));
    return true;
  }

  // ---- calls

  public String put(String key, String value) {
    return written(List.of(new MvccStore.Write(Bytes.utf8(key), Bytes.utf8(value))));
  }

  public String delete(String key) {
    return written(List.of(new MvccStore.Write(Bytes.utf8(key), null)));
  }

  /**
   * Puts if the value here still is the one with that stamp; "none" if there must be no value.
   * Returns the new stamp, or what was found instead.
   */
  public String putIf(String key, String stamp, String value) {
    Stamp expected = stamp.equals("none") ? null : HybridText.parseStamp(stamp);
    Version found = store.get(Bytes.utf8(key));
    Stamp actual = found == null ? null : found.stamp();
    if (actual == null ? expected != null : !actual.equals(expected)) {
      return "refused: " + (actual == null ? "none" : HybridText.textOf(actual));
    }
    return put(key, value);
  }

  private String written(List<MvccStore.Write> writes) {
    return HybridText.textOf(write(writes));
  }

  /** Makes all changes under one stamp: here at once, and elsewhere together as well. */
  public Stamp write(List<MvccStore.Write> writes) {
    MvccRules.requireWrite(writes);
    Stamp stamp = new Stamp(store.tick(), context.self());
    long number = progress.seen(self) + 1;
    Entry entry = new Entry(context.self(), number, stamp.time(), changes(writes));
    log.append(self, entry);
    store.restore(versions(entry));
    progress.saw(self, number);
    context.note(new Note.Stamped(CLOCK, MvccRules.words(entry), stamp));
    context.note(new Note.Wrote(NAME, new Dot(context.self(), number)));
    Writes push = new Writes(members.fingerprint(), stamp.time(), number, List.of(entry), false);
    for (int i = 0; i < members.size(); i++) {
      if (i != self) {
        context.send(members.at(i), push);
      }
    }
    return stamp;
  }

  /** The value now, which a write of another member may still turn out to precede. */
  public Reading get(String key) {
    return reading(store.get(Bytes.utf8(key)), false);
  }

  /**
   * The value at that moment.
   *
   * @param at a stamp, a time of day such as 2026-11-16T09:40:00.123Z, "now", or "-5s" for five
   *     seconds ago by the wall clock here
   */
  public Reading get(String key, String at) {
    Stamp stamp = moment(at);
    return reading(store.get(Bytes.utf8(key), stamp), isClosed(stamp));
  }

  /** The value at the last time that is closed: old by some periods, but the same everywhere. */
  public Reading getClosed(String key) {
    Stamp at = Stamp.lastOf(Math.max(progress.closed(), store.safePoint().time()));
    return reading(store.get(Bytes.utf8(key), at), isClosed(at));
  }

  /** What there is now of the keys from one up to, excluding, another. */
  public Reading scan(String from, String to) {
    return new Reading(items(store.scan(Bytes.utf8(from), Bytes.utf8(to), SCAN_MAX)), false);
  }

  /** The same at that moment. */
  public Reading scan(String from, String to, String at) {
    Stamp stamp = moment(at);
    return new Reading(
        items(store.scan(Bytes.utf8(from), Bytes.utf8(to), stamp, SCAN_MAX)), isClosed(stamp));
  }

  /** The last stamp of a moment that is named by the wall clock, so that all up to it counts. */
  private Stamp moment(String text) {
    if (text.equals("now")) {
      return Stamp.lastOf(store.tick());
    }
    if (!text.startsWith("-")) {
      return HybridText.parseStamp(text);
    }
    String ago = text.substring(1);
    if (!TimeText.isDuration(ago)) {
      throw new IllegalArgumentException(
          "\"%s\" is not a moment; give a stamp, a time of day, now, or -5s for five seconds ago"
              .formatted(text));
    }
    long millis = Math.max(0, context.wallMillis() - TimeText.parse(ago) / 1_000_000);
    return Stamp.lastOf(HybridClock.time(millis, HybridClock.COUNTER_MAX));
  }

  /** All versions of a key, the newest first; a tombstone has no value. */
  public List<Past> history(String key) {
    return store.history(Bytes.utf8(key)).stream()
        .map(one -> new Past(one.value().text(), one.isDeleted(), HybridText.textOf(one.stamp())))
        .toList();
  }

  /** Up to this time all writes of all members are here. */
  public long closed() {
    return progress.closed();
  }

  /** Up to this time all writes of all members are everywhere. */
  public long everywhere() {
    return progress.everywhere();
  }

  /** Collects as far as it is safe. */
  public void collect() {
    collect(progress.everywhere());
  }

  /** Collects up to that stamp, or as far as it is safe if that is less. */
  public void collect(String safePoint) {
    collect(HybridText.parseStamp(safePoint).time());
  }

  /** Below what some member lacks, a late write could bring back what a tombstone has deleted. */
  private void collect(long time) {
    long safe = Math.min(time, progress.everywhere());
    if (safe > store.safePoint().time()) {
      MvccStore.Collected done = store.collect(Stamp.lastOf(safe));
      context.note(new Collected(HybridText.textOf(done.safePoint()), done.removed()));
    }
  }

  /**
   * Keeps that many of the last versions of every key, as far as it is safe: what is not yet at
   * every member may be followed by an older write, which must find its place.
   */
  public void keepLast(int count) {
    MvccStore.Trimmed done = store.keepLast(count, Stamp.lastOf(progress.everywhere()));
    if (done.removed() > 0) {
      context.note(new Trimmed(count, done.removed()));
    }
  }

  private void trim() {
    keepLast(config.keepLast);
    trimming.start(Config.TRIM_PERIODS * config.periodNanos);
  }

  private void collectOld() {
    long keepMillis = config.keepNanos / 1_000_000;
    long oldMillis = Math.max(0, context.wallMillis() - keepMillis);
    collect(HybridClock.time(oldMillis, 0));
    collection.start(Math.max(config.keepNanos / 2, config.periodNanos));
  }

  // ---- as a copy among copies

  @Override
  public boolean hasSeen(String what, Dot dot) {
    int member = members.indexOf(dot.node());
    return what.equals(NAME) && member >= 0 && progress.seen(member) >= dot.number();
  }

  @Override
  public Seen seen() {
    return new Seen(numbers());
  }

  @Override
  public List<Reached> reached() {
    List<Dot> last = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      last.add(new Dot(members.at(i), progress.seen(i)));
    }
    return List.of(new Reached(NAME, last));
  }

  @Override
  public Contents contents() {
    return new Contents(items(store.scan(Bytes.none(), null, Integer.MAX_VALUE)));
  }

  @Override
  public @Nullable String flaw() {
    return rules.flaw();
  }

  @Override
  public State state() {
    return new State(
        numbers(), HybridText.text(progress.closed()), HybridText.text(progress.everywhere()));
  }

  MvccStore store() {
    return store;
  }

  // ---- messages

  @Override
  public void receive(NodeId from, Msg message) {
    int index = members.indexOf(from);
    String wrong = rules.wrong(index, message);
    if (wrong != null) {
      context.note(new Note.BadMessage(from, wrong));
      return;
    }
    store.witness(message.time());
    switch (message) {
      case Writes writes -> received(index, writes);
      case Digest digest -> received(index, digest);
    }
  }

  @Override
  public void stored(Storage where) {
    durability.stored();
  }

  private void received(int from, Writes writes) {
    boolean isNews = false;
    for (Entry entry : writes.entries) {
      isNews |= arrived(members.indexOf(entry.origin), entry);
    }
    progress.promised(from, writes.number, writes.time);
    if (isNews && writes.hasMore) {
      context.send(members.at(from), digest(true));
    }
  }

  /** Takes a write if it is the next one, and those that waited for it. */
  private boolean arrived(int origin, Entry entry) {
    if (!progress.isNext(origin, entry.number)) {
      early.keep(entry, progress.seen(origin));
      return false;
    }
    Entry next = entry;
    while (next != null && rules.wrong(next) == null) {
      take(origin, next);
      early.take(entry.origin, next.number);
      next = early.take(entry.origin, progress.seen(origin) + 1);
    }
    return true;
  }

  private void take(int origin, Entry entry) {
    log.append(origin, entry);
    Stamp stamp = store.take(versions(entry));
    progress.saw(origin, entry.number);
    context.note(new Note.Stamped(CLOCK, "got " + MvccRules.words(entry), stamp));
  }

  private void received(int from, Digest digest) {
    for (int i = 0; i < members.size(); i++) {
      if (i != self) {
        Known known = digest.known.get(i);
        progress.promised(i, known.number, known.promised);
      }
    }
    progress.reported(from, digest.closed);
    Parcel parcel = new Parcel();
    turn = members.after(turn);
    for (int k = 0; k < members.size(); k++) {
      // Another member comes first every time, or else a full parcel would always hold the same.
      int i = (turn + k) % members.size();
      long seen = digest.known.get(i).seen;
      // Where something was dropped that it lacks, the digest is an old one that was held up.
      if (i != from && seen < progress.seen(i) && seen >= log.dropped(i)) {
        log.visit(i, seen, parcel::add);
      }
    }
    if (!parcel.entries.isEmpty()) {
      context.send(
          members.at(from),
          new Writes(
              members.fingerprint(),
              promise(),
              progress.seen(self),
              parcel.entries,
              parcel.isFull));
    }
    if (!digest.isAnswer) {
      context.send(members.at(from), digest(true));
    }
  }

  /** As many writes as go into one message. */
  private static final class Parcel {
    final List<Entry> entries = new ArrayList<>();
    boolean isFull;
    private int bytes;

    boolean add(Entry entry) {
      int size = MvccRules.size(entry);
      isFull = isFull || entries.size() == MvccRules.ENTRIES_MAX;
      isFull = isFull || (!entries.isEmpty() && bytes + size > MvccRules.MESSAGE_BYTES);
      if (!isFull) {
        entries.add(entry);
        bytes += size;
      }
      return !isFull;
    }
  }

  private void gossip() {
    promise();
    log.drop(progress.everywhere());
    if (!partners.isNobody()) {
      context.send(partners.next(), digest(false));
    }
    gossip.start(config.periodNanos);
  }

  private Digest digest(boolean isAnswer) {
    long time = promise();
    List<Known> known = new ArrayList<>(members.size());
    for (int i = 0; i < members.size(); i++) {
      long seen = progress.seen(i);
      known.add(
          i == self
              ? new Known(seen, seen, time)
              : new Known(seen, progress.promisedNumber(i), progress.promisedTime(i)));
    }
    return new Digest(members.fingerprint(), time, known, progress.closed(), isAnswer);
  }

  /** All writes from here on have higher times. A reader here relies on it once it is durable. */
  private long promise() {
    long time = store.tick();
    long number = progress.seen(self);
    durability.whenDurable(() -> progress.promised(self, number, time));
    return time;
  }

  // ---- forms

  private boolean isClosed(Stamp at) {
    return at.time() <= progress.closed();
  }

  private static Reading reading(@Nullable Version found, boolean isClosed) {
    return new Reading(found == null ? List.of() : items(List.of(found)), isClosed);
  }

  private static List<Item> items(List<Version> versions) {
    return versions.stream()
        .map(one -> new Item(one.key().text(), one.value().text(), HybridText.textOf(one.stamp())))
        .toList();
  }

  private List<Long> numbers() {
    List<Long> numbers = new ArrayList<>(members.size());
    for (int i = 0; i < members.size(); i++) {
      numbers.add(progress.seen(i));
    }
    return numbers;
  }

  private static List<Change> changes(List<MvccStore.Write> writes) {
    List<Change> changes = new ArrayList<>(writes.size());
    for (MvccStore.Write write : writes) {
      Bytes value = write.value();
      changes.add(new Change(write.key(), value == null, value == null ? Bytes.none() : value));
    }
    return changes;
  }

  static List<Version> versions(Entry entry) {
    List<Version> versions = new ArrayList<>(entry.changes.size());
    for (Change change : entry.changes) {
      versions.add(new Version(change.key, entry.stamp(), change.isDeleted, change.value));
    }
    return versions;
  }
}
