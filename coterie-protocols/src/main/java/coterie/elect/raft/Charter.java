package coterie.elect.raft;

import coterie.core.NodeId;
import coterie.core.View;
import java.util.BitSet;
import java.util.Collection;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the voters of a group and their clients have to agree on: who votes, how they elect, and how
 * long a lease is. A process that was given another charter is refused, by its fingerprint.
 *
 * <p>A charter may name what is to follow it, too: another list of voters, another lease. It is
 * <em>joint</em> then, and stands between the two: a leader needs a majority of both lists, and
 * grants the shorter lease. Any two leaders of neighbouring charters share a voter, which saves its
 * vote; so they never lead at once, in whatever order processes are restarted. What must not happen
 * is that the first and the last of three are in force at once: {@link #objection} keeps voters
 * from going that way, by what they have saved.
 *
 * <p>A list of voters comes into force with its first leader, for which all of them have to vote.
 * So of two lists that share a voter, given to different processes by mistake, one at most ever has
 * a leader. From then on a majority decides.
 *
 * <p>D. Ongaro and J. Ousterhout, "In search of an understandable consensus algorithm", USENIX ATC
 * 2014, section 6 (joint consensus). There lists are entries of the log; here, without a log, they
 * are settings, and what voters have saved takes the place of the log.
 *
 * @param voters who elects the leader
 * @param next who does when the change is complete; the same list where none is under way
 * @param leaseNanos how long a leader lets a silent client keep a lock
 * @param nextLeaseNanos how long when the change is complete
 * @param rules a number for whatever else has to be the same everywhere
 * @param isByTheBook whether a majority of the first list may elect the first leader, as in the
 *     paper, and nothing but the list makes up the fingerprint
 * @param text all that in words, for people who are refused
 */
public record Charter(
    View voters,
    View next,
    RaftConfig raft,
    long leaseNanos,
    long nextLeaseNanos,
    long rules,
    boolean isByTheBook,
    String text) {
  public Charter {
    if (isByTheBook && voters.fingerprint() != next.fingerprint()) {
      throw new IllegalArgumentException("by the book a list of voters never changes");
    }
    if (shared(voters, next) == 0) {
      throw new IllegalArgumentException(
          "a voter at least must stay when voters are exchanged, or nobody knows of both lists");
    }
  }

  /** One list that never changes, as in the paper. */
  public static Charter byTheBook(View voters, RaftConfig raft) {
    return new Charter(voters, voters, raft, 0, 0, 0, true, voters.toString());
  }

  private static int shared(View one, View other) {
    int count = 0;
    for (int i = 0; i < one.size(); i++) {
      count += other.indexOf(one.at(i)) >= 0 ? 1 : 0;
    }
    return count;
  }

  /** Whether voters are being exchanged. */
  public boolean exchanges() {
    return voters.fingerprint() != next.fingerprint();
  }

  /** Whether anything is about to change. */
  public boolean isJoint() {
    return exchanges() || leaseNanos != nextLeaseNanos;
  }

  /** All who vote, by either list. */
  public View all() {
    if (!exchanges()) {
      return voters;
    }
    Collection<NodeId> all = new TreeSet<>();
    for (int i = 0; i < voters.size(); i++) {
      all.add(voters.at(i));
    }
    for (int i = 0; i < next.size(); i++) {
      all.add(next.at(i));
    }
    return View.of(all);
  }

  /** Whether it is on every list: clients that know one of them alone must find the leader. */
  boolean mayLead(NodeId voter) {
    return voters.indexOf(voter) >= 0 && next.indexOf(voter) >= 0;
  }

  /** The lease that a leader grants. */
  public long grantedNanos() {
    return Math.min(leaseNanos, nextLeaseNanos);
  }

  /** Returns the number by which voters recognize this charter; they refuse any other number. */
  public long fingerprint() {
    if (isByTheBook) {
      return voters.fingerprint();
    }
    return isJoint() ? mixed(now(), then()) >>> 32 : now();
  }

  /** Returns the fingerprint of the settings before the change. */
  public long now() {
    return isByTheBook ? voters.fingerprint() : plain(voters, leaseNanos);
  }

  /** Returns the fingerprint after the change, or the current one if no change is under way. */
  public long then() {
    return isByTheBook ? voters.fingerprint() : plain(next, nextLeaseNanos);
  }

  /**
   * Whether a client with those settings may be served: they are the same, or next to each other.
   *
   * @param otherThen 0 where nothing is about to change
   */
  public boolean isNear(long otherNow, long otherThen) {
    return isOne(otherNow) || (otherThen != 0 && isOne(otherThen));
  }

  private boolean isOne(long plain) {
    return plain == now() || plain == then();
  }

  private long plain(View list, long lease) {
    long hash = mixed(list.fingerprint(), lease);
    hash = mixed(hash, raft.timeoutMinNanos());
    hash = mixed(hash, raft.timeoutMaxNanos());
    hash = mixed(hash, raft.heartbeatNanos());
    hash = mixed(hash, raft.driftPartsPerMillion());
    return mixed(hash, rules) >>> 32;
  }

  /** Scatters the bits of both (the finalizer of Steele et al., SplitMix, 2014). */
  public static long mixed(long one, long other) {
    long z = one * 31 + other + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /**
   * Whether those, as positions among {@link #all}, are a majority of every list in force.
   *
   * @param all what {@link #all} returned
   */
  boolean isMajority(BitSet some, View all) {
    return isMajority(voters, some, all) && (!exchanges() || isMajority(next, some, all));
  }

  private static boolean isMajority(View list, BitSet some, View all) {
    int count = 0;
    for (int i = some.nextSetBit(0); i >= 0; i = some.nextSetBit(i + 1)) {
      count += list.indexOf(all.at(i)) >= 0 ? 1 : 0;
    }
    return count > list.size() / 2;
  }

  /**
   * Why a voter that has sworn that must not vote under this charter, in a sentence; null if it
   * may. From one list to another the way leads through both.
   */
  public @Nullable String objection(Oath sworn) {
    if (isByTheBook || sworn.isNone()) {
      return null;
    }
    long first = voters.fingerprint();
    long last = next.fingerprint();
    if (sworn.voters() == first && sworn.next() == last) {
      return null;
    }
    boolean wasPlain = sworn.voters() == sworn.next();
    boolean isNextTo = sworn.voters() == first || sworn.voters() == last;
    if (wasPlain && exchanges() && isNextTo) {
      return null;
    }
    if (wasPlain || sworn.next() != first) {
      return "it has voted by another list of voters, and goes to this one only through a list of"
          + " both";
    }
    return sworn.settled()
        ? null
        : "it has voted by the list before and this one together, and no leader of both is known to"
            + " it yet";
  }

  /** The oath that a voter swears when it votes under this charter. */
  Oath sworn(Oath before, boolean founded, boolean settled, long oldLeaseNanos) {
    if (isByTheBook) {
      return Oath.NONE;
    }
    boolean isSame = before.voters() == voters.fingerprint() && before.next() == next.fingerprint();
    return new Oath(
        voters.fingerprint(),
        next.fingerprint(),
        founded || before.founded(),
        settled || (isSame && before.settled()),
        Math.max(grantedNanos(), oldLeaseNanos),
        raft.timeoutMinNanos());
  }
}
