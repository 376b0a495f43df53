package coterie.detect;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.wire.Packed;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The STATE vector of VRing as an immutable value: the event counters of a ring of processes, as
 * one process, its owner, sees them. A counter is -1 while nothing is known, even for a correct and
 * odd for a faulty process.
 *
 * <p>The counters live in a persistent radix tree: leaves of up to 64 counters, inner nodes of up
 * to 64 children, and no node changes once it is made. A vector costs 32 bytes plus the nodes that
 * it shares with nobody. {@link #merge} takes over the other's subtrees whole wherever it can, so
 * that when news has gone round the ring everybody holds the very same tree again, and a merge is
 * then one comparison of references. Otherwise its cost follows what differs, not the size.
 *
 * <p>The owner's own counter is kept beside the tree. What the tree holds at the owner's index is
 * what the others say of the owner; the owner never reads it, and nobody takes it from the owner.
 * Without this a recovered process, 0 to itself but 2 to the others, could share no tree.
 */
@SuppressWarnings("ReferenceEquality") // Equal subtrees are recognised by identity on purpose.
public final class Counts extends AbstractList<Integer>
    implements RandomAccess, Packed<Counts.Vector> {
  /** What is sent of it: the owner, and what the owner holds of everybody. */
  public record Vector(int owner, List<Integer> counts) {}

  /** Hears of every counter that a merge has raised. */
  @FunctionalInterface
  public interface Learner {
    void learned(int index, int before, int count);
  }

  private static final int BITS = 6;
  private static final int MASK = (1 << BITS) - 1;

  /** A leaf is a byte[], or an int[] once a counter outgrew a byte; an inner node an Object[]. */
  final Object root;

  private final int size;
  private final int self;
  private final int own;

  private Counts(Object root, int size, int self, int own) {
    this.root = root;
    this.size = size;
    this.self = Objects.checkIndex(self, size);
    this.own = own;
  }

  /** Nothing is known but that the owner is correct. */
  public static Counts unknown(int size, int self) {
    return uniform(size, self, -1);
  }

  /** Everybody is correct, and nothing ever happened. */
  public static Counts correct(int size, int self) {
    return uniform(size, self, 0);
  }

  /** The given counters; the tree is new and shared with nobody. */
  public static Counts of(List<Integer> values, int self) {
    int size = requireAtLeast(1, values.size(), "size");
    int[] counts = values.stream().mapToInt(v -> requireAtLeast(-1, v, "count")).toArray();
    Object[] leaves = new Object[((size - 1) >>> BITS) + 1];
    for (int k = 0; k < leaves.length; k++) {
      int end = Math.min((k + 1) << BITS, size);
      leaves[k] = narrowed(Arrays.copyOfRange(counts, k << BITS, end));
    }
    return new Counts(tree(leaves), size, self, counts[Objects.checkIndex(self, size)]);
  }

  /** The way back from {@link #packed}. */
  public static Counts unpacked(Vector vector) {
    return of(vector.counts, vector.owner);
  }

  @Override
  public Vector packed() {
    return new Vector(self, this);
  }

  /**
   * The same tree for another owner, whose own counter is 0: all initial vectors can share one
   * tree. The former owner's counter becomes what the others say of it.
   */
  public Counts asSeenBy(int self) {
    return new Counts(root, size, self, 0);
  }

  public int at(int index) {
    Objects.checkIndex(index, size);
    return index == self ? own : told(index);
  }

  @Override
  public Integer get(int index) {
    return at(index);
  }

  /** Those whose count says that they are down, in ascending order. */
  public List<NodeId> faulty(View view) {
    List<NodeId> found = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (EventCounter.isFaulty(at(i))) {
        found.add(view.at(i));
      }
    }
    return found;
  }

  /** Those whose count says that they are up, in ascending order; the owner is one of them. */
  public List<NodeId> correct(View view) {
    List<NodeId> found = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (EventCounter.isKnown(at(i)) && !EventCounter.isFaulty(at(i))) {
        found.add(view.at(i));
      }
    }
    return found;
  }

  @Override
  public int size() {
    return size;
  }

  public int self() {
    return self;
  }

  public int own() {
    return own;
  }

  /** This vector with one counter replaced; the vector itself where the counter is the same. */
  public Counts with(int index, int value) {
    requireAtLeast(-1, value, "count");
    if (at(index) == value) {
      return this;
    }
    return index == self
        ? new Counts(root, size, self, value)
        : new Counts(replaced(root, shiftFor(size), index, value), size, self, own);
  }

  /**
   * What the owner knows after it found the owner of {@code theirs} correct: their larger counters
   * replace mine from the one after the tested process up the ring to the one before me. The others
   * up to the tested process I have just tested myself, and keep. Returns this very vector, and
   * allocates nothing, if no counter changes and no subtree is taken over.
   */
  public Counts merge(Counts theirs) {
    if (theirs.self == self || theirs.size != size) {
      throw new IllegalArgumentException("the vectors must be those of two processes of one ring");
    }
    if (theirs.root == root) {
      return this;
    }
    Object merged = merged(root, theirs.root, 0, shiftFor(size), theirs.self);
    return merged == root ? this : new Counts(merged, size, self, own);
  }

  /**
   * Tells which counters a merge with what the tested process knew has raised, in the order in
   * which they lie on the ring after the tested process. It is a step of its own, so that who is
   * told can already ask the new vector.
   */
  public void tellRaised(Counts before, int tested, Learner learner) {
    if (before.root == root) {
      return;
    }
    int shift = shiftFor(size);
    if (tested < self) {
      teach(before.root, root, 0, shift, tested + 1, self, learner);
    } else {
      teach(before.root, root, 0, shift, tested + 1, size, learner);
      teach(before.root, root, 0, shift, 0, self, learner);
    }
  }

  boolean sharesTreeWith(Counts other) {
    return root == other.root;
  }

  /** Their node where the outcome equals it, else mine where it equals that, else a new one. */
  private Object merged(Object mine, Object theirs, int base, int shift, int tested) {
    if (shift == 0) {
      return mergedLeaf(mine, theirs, base, tested);
    }
    Object[] my = (Object[]) mine;
    Object[] their = (Object[]) theirs;
    Object[] mixed = null;
    boolean isMine = true;
    boolean isTheirs = true;
    for (int k = 0; k < my.length; k++) {
      if (my[k] == their[k]) {
        continue;
      }
      Object child = merged(my[k], their[k], base + (k << shift), shift - BITS, tested);
      boolean wasMine = isMine;
      isMine &= child == my[k];
      isTheirs &= child == their[k];
      if (mixed == null && !isMine && !isTheirs) {
        mixed = (wasMine ? my : their).clone();
      }
      if (mixed != null) {
        mixed[k] = child;
      }
    }
    return mixed != null ? mixed : chosen(mine, theirs, isMine, isTheirs, tested);
  }

  private Object mergedLeaf(Object mine, Object theirs, int base, int tested) {
    int end = Math.min(size - base, 1 << BITS);
    boolean isMine = true;
    boolean isTheirs = true;
    for (int i = differing(mine, theirs, 0, end); i < end; ) {
      boolean takes = takes(base + i, read(mine, i), read(theirs, i), tested);
      isMine &= !takes;
      isTheirs &= takes;
      i = differing(mine, theirs, i + 1, end);
    }
    return isMine || isTheirs
        ? chosen(mine, theirs, isMine, isTheirs, tested)
        : mixedLeaf(mine, theirs, base, tested);
  }

  private Object mixedLeaf(Object mine, Object theirs, int base, int tested) {
    int[] mixed = widened(mine);
    for (int i = 0; i < mixed.length; i++) {
      int offered = read(theirs, i);
      if (takes(base + i, mixed[i], offered, tested)) {
        mixed[i] = offered;
      }
    }
    return narrowed(mixed);
  }

  /**
   * Of two equal nodes theirs is preferred, so that one of them spreads; but mine by the one
   * process that tests across the end of the ring, from high to low. If the other took theirs too,
   * two equal trees would chase each other round the ring forever.
   */
  private Object chosen(Object mine, Object theirs, boolean isMine, boolean isTheirs, int tested) {
    return isTheirs && (!isMine || tested > self) ? theirs : mine;
  }

  private boolean takes(int index, int have, int offered, int tested) {
    return index == self || (offered > have && isBetween(tested, index, self));
  }

  /** Whether one meets the index when going up the ring from low to high, both excluded. */
  private static boolean isBetween(int low, int index, int high) {
    return low < high ? low < index && index < high : low < index || index < high;
  }

  /** Tells in rising order which counters from one index up to, excluding, another one differ. */
  private static void teach(
      Object before, Object after, int base, int shift, int from, int to, Learner learner) {
    int first = Math.max(from - base, 0) >>> shift;
    int end = Math.min(((to - 1 - base) >> shift) + 1, 1 << BITS);
    if (shift > 0) {
      Object[] old = (Object[]) before;
      Object[] now = (Object[]) after;
      for (int k = first; k < end; k++) {
        if (old[k] != now[k]) {
          teach(old[k], now[k], base + (k << shift), shift - BITS, from, to, learner);
        }
      }
      return;
    }
    for (int i = differing(before, after, first, end); i < end; ) {
      learner.learned(base + i, read(before, i), read(after, i));
      i = differing(before, after, i + 1, end);
    }
  }

  /** The counter in the tree, which for the owner's index is what the others say of the owner. */
  private int told(int index) {
    Object node = root;
    for (int shift = shiftFor(size); shift > 0; shift -= BITS) {
      node = ((Object[]) node)[index >>> shift & MASK];
    }
    return read(node, index & MASK);
  }

  private static Object replaced(Object node, int shift, int index, int value) {
    int k = index >>> shift & MASK;
    if (shift == 0) {
      int[] leaf = widened(node);
      leaf[k] = value;
      return narrowed(leaf);
    }
    Object[] inner = ((Object[]) node).clone();
    inner[k] = replaced(inner[k], shift - BITS, index, value);
    return inner;
  }

  private static Counts uniform(int size, int self, int count) {
    int last = (requireAtLeast(1, size, "size") - 1) >>> BITS;
    Object[] leaves = new Object[last + 1];
    Arrays.fill(leaves, uniformLeaf(1 << BITS, count));
    leaves[last] = uniformLeaf(size - (last << BITS), count);
    return new Counts(tree(leaves), size, self, 0);
  }

  private static Object uniformLeaf(int length, int count) {
    int[] leaf = new int[length];
    Arrays.fill(leaf, count);
    return narrowed(leaf);
  }

  private static Object tree(Object[] nodes) {
    if (nodes.length == 1) {
      return nodes[0];
    }
    Object[] parents = new Object[((nodes.length - 1) >>> BITS) + 1];
    for (int k = 0; k < parents.length; k++) {
      int end = Math.min((k + 1) << BITS, nodes.length);
      parents[k] = Arrays.copyOfRange(nodes, k << BITS, end);
    }
    return tree(parents);
  }

  /** How far to shift an index for its child of the root; 0 if the root is a leaf. */
  private static int shiftFor(int size) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    return Math.max(bits - 1, 0) / BITS * BITS;
  }

  private static int read(Object leaf, int i) {
    return leaf instanceof byte[] bytes ? bytes[i] : ((int[]) leaf)[i];
  }

  /** The first index from one up to, excluding, another at which two leaves differ, or the end. */
  private static int differing(Object one, Object other, int from, int to) {
    int i = from;
    if (i < to && read(one, i) == read(other, i)) {
      if (one instanceof byte[] a && other instanceof byte[] b) {
        int skipped = Arrays.mismatch(a, i, to, b, i, to);
        return skipped < 0 ? to : i + skipped;
      }
      while (i < to && read(one, i) == read(other, i)) {
        i++;
      }
    }
    return i;
  }

  private static int[] widened(Object leaf) {
    if (leaf instanceof int[] wide) {
      return wide.clone();
    }
    byte[] narrow = (byte[]) leaf;
    int[] wide = new int[narrow.length];
    Arrays.setAll(wide, i -> narrow[i]);
    return wide;
  }

  /** The leaf in bytes, if they can hold it. */
  private static Object narrowed(int[] wide) {
    byte[] narrow = new byte[wide.length];
    for (int i = 0; i < wide.length; i++) {
      if (wide[i] > Byte.MAX_VALUE) {
        return wide;
      }
      narrow[i] = (byte) wide[i];
    }
    return narrow;
  }

  private static int requireAtLeast(int minimum, int value, String name) {
    if (value < minimum) {
      throw new IllegalArgumentException(name + " is " + value + " but must be >= " + minimum);
    }
    return value;
  }
}
