package coterie.store.documents;

import coterie.clock.HybridClock;
import coterie.clock.VectorClock;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.store.Texts;
import coterie.wire.Packed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a replica knows of a document: all writes that it has seen, as a vector, and of those the
 * ones that no other has superseded: the siblings. It never changes.
 *
 * <p>A replica that has seen a write has seen all that its writer had seen: so the vector says by
 * itself what the siblings are, and one vector for all of them is enough. Joining two states is
 * commutative, associative and idempotent, so replicas that hear the same show the same, in
 * whatever order and however often they hear it.
 *
 * <p>P. Almeida, C. Baquero, R. Gonçalves, N. Preguiça, V. Fonte, "Scalable and accurate causality
 * tracking for eventually consistent stores", DAIS 2014: dotted version vector sets. There a
 * sibling has no past of its own, and none is needed here to join two states; it is kept as a
 * vector, so that the name of a version tells people what it is based on.
 */
public final class Document implements Packed<Document.Parts> {
  /** The longest name, in bytes of UTF-8; the shortest has one. */
  public static final int NAME_MAX = 256;

  /** The longest content, in bytes of UTF-8. */
  public static final int CONTENT_MAX = 1 << 16;

  /** No node ever counts that far; a greater number does not come from a correct sender. */
  static final long NUMBER_MAX = 1L << 48;

  /** The last time that a hybrid clock can be set to, in the year 5314. */
  static final long TIME_MAX = HybridClock.time(HybridClock.MILLIS_MAX / 4 * 3, 0);

  /** What stands for it on the wire and in storage. */
  public record Parts(
      String name, List<Dot> context, List<Sibling> siblings, List<Edition> history) {
    public Parts {
      context = List.copyOf(context);
      siblings = List.copyOf(siblings);
      history = List.copyOf(history);
    }
  }

  private final String name;
  private final VectorClock context;
  private final List<Sibling> siblings;
  private final History history;

  /** Of parts that are known to fit together. */
  Document(String name, VectorClock context, List<Sibling> siblings, History history) {
    this.name = name;
    this.context = context;
    this.siblings = siblings;
    this.history = history;
  }

  /** A document of which nothing is known yet. */
  public static Document unwritten(String name) {
    Texts.require("name of a document", name, 1, NAME_MAX);
    return new Document(name, VectorClock.none(), List.of(), History.none());
  }

  public String name() {
    return name;
  }

  /** All writes that have been seen. */
  public VectorClock context() {
    return context;
  }

  /** In the order of their dots; none only if nothing was ever written. */
  public List<Sibling> siblings() {
    return siblings;
  }

  public boolean isUnwritten() {
    return siblings.isEmpty();
  }

  /** What an edit names as its base if it supersedes all siblings. */
  public Revision version() {
    return Revision.of(context);
  }

  /** The versions of the siblings, in the same order. */
  public List<String> versions() {
    return siblings.stream().map(sibling -> sibling.version().toString()).toList();
  }

  /**
   * What an edit of this base keeps as its past: the base and what went into it, as far as a vector
   * names it. If single writes were kept, two clients that each edit their own sibling through one
   * replica would add one with every edit, without end.
   */
  Revision past(Revision base) {
    Revision past = base;
    for (Sibling sibling : siblings) {
      past = base.covers(sibling.dot()) ? past.merge(sibling.past()) : past;
    }
    return past.withoutSingle();
  }

  /** The writes that are remembered. */
  History history() {
    return history;
  }

  /** With no more history than that, see {@link History#bounded}. */
  Document bounded(int count, long ageMillis) {
    History kept = history.bounded(count, ageMillis, this::has);
    return kept == history ? this : new Document(name, context, siblings, kept);
  }

  /** After a write here, whose dot is new, and which supersedes the base. */
  Document with(Sibling written, Revision base) {
    assert !context.covers(written.dot()) : written + " " + context;
    List<Sibling> left = new ArrayList<>();
    for (Sibling sibling : siblings) {
      if (!base.covers(sibling.dot())) {
        left.add(sibling);
      }
    }
    left.add(written);
    Edition edition =
        new Edition(written.dot(), written.past(), history.base(base), written.time());
    return new Document(name, context.with(written.dot()), sorted(left), history.with(edition));
  }

  /** What is known to one who knows both; this very object if the other one knows nothing new. */
  Document join(Document other) {
    if (context.covers(other.context)) {
      return this;
    }
    List<Sibling> both = new ArrayList<>();
    for (Sibling sibling : siblings) {
      if (other.has(sibling.dot()) || !other.context.covers(sibling.dot())) {
        both.add(sibling);
      }
    }
    for (Sibling sibling : other.siblings) {
      if (!context.covers(sibling.dot())) {
        both.add(sibling);
      }
    }
    return new Document(
        name, context.merge(other.context), sorted(both), history.join(other.history));
  }

  /** Whether that write is a sibling. */
  boolean has(Dot dot) {
    return siblings.stream().anyMatch(sibling -> sibling.dot().equals(dot));
  }

  private static List<Sibling> sorted(List<Sibling> siblings) {
    siblings.sort(Comparator.comparing(Sibling::dot));
    return List.copyOf(siblings);
  }

  /** Whether all writes that it speaks of are of these nodes. */
  boolean isOf(Predicate<NodeId> members) {
    return version().isOf(members);
  }

  /** What no replica can have come to, as a sentence; null if nothing is wrong. */
  @Nullable String flaw() {
    if (siblings.isEmpty()) {
      return "a document that was written has a version";
    }
    if (context.entries().stream().anyMatch(dot -> dot.number() > NUMBER_MAX)) {
      return "a number that no write reaches";
    }
    VectorClock superseded = VectorClock.none();
    for (Sibling sibling : siblings) {
      if (sibling.past().hasSingle()) {
        return "the past %s is not a vector".formatted(sibling.past());
      }
      superseded = superseded.merge(sibling.past().vector());
    }
    Dot last = null;
    for (Sibling sibling : siblings) {
      Dot dot = sibling.dot();
      if (last != null && dot.compareTo(last) <= 0) {
        return "%s does not come after %s".formatted(dot, last);
      }
      if (!context.covers(dot) || !sibling.past().isWithin(context)) {
        return "%s after %s is not within %s".formatted(dot, sibling.past(), version());
      }
      if (sibling.time() < 0 || sibling.time() > TIME_MAX) {
        return "%s has a time that no clock gives".formatted(dot);
      }
      if (superseded.covers(dot)) {
        return "%s is superseded and yet a sibling".formatted(dot);
      }
      last = dot;
    }
    return history.flaw(context);
  }

  @Override
  public Parts packed() {
    return new Parts(name, context.entries(), siblings, history.editions());
  }

  /** The way back from {@link #packed}. */
  public static Document unpacked(Parts parts) {
    unwritten(parts.name);
    VectorClock context = Revision.vector(parts.context);
    for (Sibling sibling : parts.siblings) {
      Texts.require("content", sibling.content(), 0, CONTENT_MAX);
    }
    Document document =
        new Document(parts.name, context, parts.siblings, History.unpacked(parts.history));
    String flaw = document.flaw();
    if (flaw != null) {
      throw new IllegalArgumentException(flaw);
    }
    return document;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Document that && packed().equals(that.packed());
  }

  @Override
  public int hashCode() {
    return packed().hashCode();
  }

  /** Readable in one line of a trace. */
  @Override
  public String toString() {
    return name + "@" + version() + siblings;
  }
}
