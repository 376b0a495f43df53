package coterie.store.documents;

import coterie.clock.VectorClock;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.wire.Packed;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A set of writes to one document: of every node all up to a number, and some single ones beyond.
 * It names a version, by the writes that went into it. It never changes.
 *
 * <p>As text: {@code P0:2,P1:1+P1:3} is all writes of P0 up to its second, the first one of P1, and
 * the third one of P1, but not the second. A single one is needed where two clients wrote through
 * one replica and did not know of each other: a vector alone cannot name one without the other.
 *
 * <p>N. Preguiça, C. Baquero, P. Almeida, V. Fonte, R. Gonçalves, "Dotted version vectors: logical
 * clocks for optimistic replication", arXiv 1011.5808, 2010. There one dot stands beside a vector;
 * here any number, so that a base may name some siblings and leave the others.
 */
public final class Revision implements Packed<Revision.Entries> {
  private static final Revision NONE = new Revision(VectorClock.none(), List.of());
  private static final String NONE_TEXT = "none";
  private static final Pattern DOT = Pattern.compile("P(-?[0-9]{1,19}):([0-9]{1,19})");

  /** A version is named in at most this number of characters. */
  static final int TEXT_MAX = 1 << 16;

  /**
   * What stands for it on the wire.
   *
   * @param upTo one for every node of which all writes up to a number belong to it
   * @param single those that stand alone
   */
  public record Entries(List<Dot> upTo, List<Dot> single) {
    public Entries {
      upTo = List.copyOf(upTo);
      single = List.copyOf(single);
    }
  }

  private final VectorClock upTo;
  private final List<Dot> single;

  private Revision(VectorClock upTo, List<Dot> single) {
    this.upTo = upTo;
    this.single = single;
  }

  /** No write at all. */
  public static Revision none() {
    return NONE;
  }

  /** All that a vector covers. */
  public static Revision of(VectorClock upTo) {
    return upTo.entries().isEmpty() ? NONE : new Revision(upTo, List.of());
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IllegalArgumentException if the text names no version
   */
  public static Revision parse(String text) {
    if (text.equals(NONE_TEXT)) {
      return NONE;
    }
    if (text.isEmpty() || text.length() > TEXT_MAX) {
      throw noVersion(text);
    }
    String[] parts = text.split("\\+", -1);
    List<Dot> vector = new ArrayList<>();
    if (!parts[0].isEmpty()) {
      for (String dot : parts[0].split(",", -1)) {
        vector.add(parseDot(dot, text));
      }
    }
    List<Dot> single = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      single.add(parseDot(parts[i], text));
    }
    try {
      return unpacked(new Entries(vector, single));
    } catch (IllegalArgumentException e) {
      throw noVersion(text);
    }
  }

  private static Dot parseDot(String dot, String text) {
    Matcher matcher = DOT.matcher(dot);
    if (!matcher.matches()) {
      throw noVersion(text);
    }
    try {
      NodeId node = new NodeId(Long.parseLong(matcher.group(1)));
      return new Dot(node, Long.parseLong(matcher.group(2)));
    } catch (NumberFormatException e) {
      throw noVersion(text);
    }
  }

  private static IllegalArgumentException noVersion(String text) {
    String shown = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    return new IllegalArgumentException(
        "\"%s\" names no version; one looks like P0:2,P1:1 or P0:2+P1:3, or is the word none"
            .formatted(shown));
  }

  /** With one more write. */
  public Revision with(Dot dot) {
    return covers(dot) ? this : joined(upTo, List.of(dot));
  }

  /** The writes of both. */
  public Revision merge(Revision other) {
    return joined(upTo.merge(other.upTo), other.single);
  }

  /** Without the writes that stand alone. */
  Revision withoutSingle() {
    return single.isEmpty() ? this : of(upTo);
  }

  /** What it has but for the writes that stand alone. */
  VectorClock vector() {
    return upTo;
  }

  boolean hasSingle() {
    return !single.isEmpty();
  }

  /** A single one that follows on what the vector covers becomes part of it. */
  private Revision joined(VectorClock vector, List<Dot> more) {
    TreeSet<Dot> all = new TreeSet<>(single);
    all.addAll(more);
    VectorClock covered = vector;
    List<Dot> rest = new ArrayList<>();
    for (Dot dot : all) {
      if (covered.next(dot.node()).equals(dot)) {
        covered = covered.with(dot);
      } else if (!covered.covers(dot)) {
        rest.add(dot);
      }
    }
    return new Revision(covered, List.copyOf(rest));
  }

  public boolean covers(Dot dot) {
    return upTo.covers(dot) || single.contains(dot);
  }

  /** Whether a vector covers all of it. */
  public boolean isWithin(VectorClock context) {
    return context.covers(upTo) && single.stream().allMatch(context::covers);
  }

  /** Whether all its writes are of these nodes. */
  boolean isOf(Predicate<NodeId> members) {
    return upTo.entries().stream().map(Dot::node).allMatch(members)
        && single.stream().map(Dot::node).allMatch(members);
  }

  @Override
  public Entries packed() {
    return new Entries(upTo.entries(), single);
  }

  /** The way back from {@link #packed}. */
  public static Revision unpacked(Entries entries) {
    requireNumbers(entries.single);
    return Revision.of(vector(entries.upTo)).joined(vector(entries.upTo), entries.single);
  }

  /** A vector of these entries, which come from elsewhere. */
  static VectorClock vector(List<Dot> entries) {
    requireNumbers(entries);
    if (entries.stream().map(Dot::node).distinct().count() < entries.size()) {
      throw new IllegalArgumentException("a vector names every node once at the most");
    }
    return VectorClock.of(entries);
  }

  private static void requireNumbers(List<Dot> dots) {
    if (dots.stream().anyMatch(dot -> dot.number() < 1 || dot.number() > Document.NUMBER_MAX)) {
      throw new IllegalArgumentException("writes are numbered from 1 to " + Document.NUMBER_MAX);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Revision that && upTo.equals(that.upTo) && single.equals(that.single);
  }

  @Override
  public int hashCode() {
    return 31 * upTo.hashCode() + single.hashCode();
  }

  @Override
  public String toString() {
    if (upTo.entries().isEmpty() && single.isEmpty()) {
      return NONE_TEXT;
    }
    String vector = upTo.entries().stream().map(Dot::toString).collect(Collectors.joining(","));
    return vector + single.stream().map(dot -> "+" + dot).collect(Collectors.joining());
  }
}
