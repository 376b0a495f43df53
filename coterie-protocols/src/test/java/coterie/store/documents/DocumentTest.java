package coterie.store.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.HybridClock;
import coterie.clock.VectorClock;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a replica knows of a document, and what two replicas know together. */
class DocumentTest {
  private static final int REPLICAS = 3;

  private static Document written(Document before, int node, Revision base, String content) {
    Dot dot = before.context().next(new NodeId(node));
    return before.with(new Sibling(dot, before.past(base), 0, content), base);
  }

  private static Document created(String content) {
    return written(Document.unwritten("doc"), 0, Revision.none(), content);
  }

  private static List<String> contents(Document document) {
    return document.siblings().stream().map(Sibling::content).toList();
  }

  /** All states that replicas went through that wrote and heard each other by chance. */
  private static List<Document> states(long seed) {
    return states(seed, new TreeMap<>());
  }

  /** Also tells of every write all that it supersedes, single writes and all. */
  private static List<Document> states(long seed, Map<Dot, Revision> pasts) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Document> states = new ArrayList<>();
    Document[] replicas = new Document[REPLICAS];
    Arrays.fill(replicas, Document.unwritten("doc"));
    for (int i = 0; i < 30; i++) {
      int node = random.nextInt(REPLICAS);
      Document mine = replicas[node];
      if (random.nextInt(3) == 0 && !states.isEmpty()) {
        replicas[node] = mine.join(states.get(random.nextInt(states.size())));
      } else {
        Revision base = base(random, mine, states);
        replicas[node] = written(mine, node, base, "w" + i);
        Revision past = base;
        for (Sibling sibling : mine.siblings()) {
          past = base.covers(sibling.dot()) ? past.merge(pasts.get(sibling.dot())) : past;
        }
        pasts.put(mine.context().next(new NodeId(node)), past);
      }
      states.add(replicas[node]);
    }
    return states;
  }

  /** All that is here, one sibling, or what was read some time ago. */
  private static Revision base(SplittableRandom random, Document mine, List<Document> states) {
    return switch (random.nextInt(4)) {
      case 0 -> mine.version();
      case 1 -> mine.isUnwritten() ? Revision.none() : mine.siblings().getFirst().version();
      case 2 -> Revision.none();
      default -> {
        Revision old = states.isEmpty() ? mine.version() : states.getFirst().version();
        yield old.isWithin(mine.context()) ? old : mine.version();
      }
    };
  }

  @Test
  void joiningIsCommutativeAssociativeAndIdempotent() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Document> states = states(seed);
      for (int i = 0; i < 50; i++) {
        Document a = states.get(random.nextInt(states.size()));
        Document b = states.get(random.nextInt(states.size()));
        Document c = states.get(random.nextInt(states.size()));
        assertThat(a.join(b)).isEqualTo(b.join(a));
        assertThat(a.join(b).join(c)).isEqualTo(a.join(b.join(c)));
        assertThat(a.join(b).join(a)).isEqualTo(a.join(b));
        assertThat(a.join(a)).isSameAs(a);
        assertThat(a.join(b).flaw()).isNull();
      }
    }
  }

  /**
   * The rule of 2010 compares siblings one by one, by their dots and pasts, and needs no vector.
   */
  @Test
  void joiningKeepsTheSiblingsOfBothThatNoOtherSupersedes() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Map<Dot, Revision> pasts = new TreeMap<>();
      List<Document> states = states(seed, pasts);
      for (int i = 0; i < 50; i++) {
        Document a = states.get(random.nextInt(states.size()));
        Document b = states.get(random.nextInt(states.size()));
        List<Sibling> all = new ArrayList<>(a.siblings());
        all.addAll(b.siblings());
        List<Sibling> left =
            all.stream()
                .filter(
                    one ->
                        all.stream().noneMatch(other -> pasts.get(other.dot()).covers(one.dot())))
                .distinct()
                .sorted(Comparator.comparing(Sibling::dot))
                .toList();
        assertThat(a.join(b).siblings()).isEqualTo(left);
      }
    }
  }

  @Test
  void stateComesBackFromBytesAsItWas() {
    Codec<Documents.Msg> codec = Codec.of(Documents.Msg.class);
    for (Document state : states(7)) {
      Documents.Msg push = new Documents.Push(state);
      assertThat(codec.decode(codec.encode(push))).isEqualTo(new Decoded.Value<>(push));
    }
    Documents.Msg digest =
        new Documents.Digest(
            "a", "", List.of(new Documents.Summary("b", Revision.parse("P0:1+P1:7"))));
    assertThat(codec.decode(codec.encode(digest))).isEqualTo(new Decoded.Value<>(digest));
  }

  /** Of a group in which all have written, and a content of 100 bytes in every sibling. */
  private static Document ofGroup(int members, int siblings, int remembered) {
    List<Dot> seen = new ArrayList<>();
    List<Dot> past = new ArrayList<>();
    List<Sibling> all = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      seen.add(new Dot(new NodeId(i), 100));
      past.add(new Dot(new NodeId(i), 99));
    }
    Revision before = Revision.of(VectorClock.of(past));
    for (Dot dot : seen.subList(0, siblings)) {
      long time = HybridClock.time(1_700_000_000_000L, 0);
      all.add(new Sibling(dot, before, time, "x".repeat(100)));
    }
    List<Edition> editions = new ArrayList<>();
    for (long number = 101 - remembered; number <= 100; number++) {
      Dot base = new Dot(new NodeId(0), number - 1);
      past.set(0, base);
      Revision earlier = Revision.of(VectorClock.of(past));
      long time = HybridClock.time(1_700_000_000_000L - 100 + number, 0);
      editions.add(new Edition(new Dot(new NodeId(0), number), earlier, List.of(base), time));
    }
    return Document.unpacked(new Document.Parts("d0", seen, all, editions));
  }

  /**
   * Members, then the bytes of a push with one and two siblings and no history, with one and ten
   * versions remembered, and of a digest of 1 and 64.
   */
  @ParameterizedTest
  @CsvSource({"3, 202, 361, 271, 892, 46, 2629", "10, 356, 592, 503, 1826, 123, 7557"})
  void messagesTakeTheBytesThatTheDocsSay(
      int members, int one, int two, int last, int ten, int digest, int page) {
    Codec<Documents.Msg> codec = Codec.of(Documents.Msg.class);
    assertThat(codec.size(new Documents.Push(ofGroup(members, 1, 0)))).isEqualTo(one);
    assertThat(codec.size(new Documents.Push(ofGroup(members, 2, 0)))).isEqualTo(two);
    assertThat(codec.size(new Documents.Push(ofGroup(members, 1, 1)))).isEqualTo(last);
    assertThat(codec.size(new Documents.Push(ofGroup(members, 1, 10)))).isEqualTo(ten);
    List<Documents.Summary> summaries = new ArrayList<>();
    for (int i = 0; i < Documents.PAGE; i++) {
      summaries.add(new Documents.Summary("d" + (10 + i), ofGroup(members, 1, 0).version()));
    }
    assertThat(codec.size(new Documents.Digest("", "", summaries.subList(0, 1)))).isEqualTo(digest);
    assertThat(codec.size(new Documents.Digest("", "", summaries))).isEqualTo(page);
  }

  @Test
  void largestContentComesBackFromBytes() {
    Codec<Documents.Msg> codec = Codec.of(Documents.Msg.class);
    Documents.Msg push = new Documents.Push(created("x".repeat(Document.CONTENT_MAX)));
    assertThat(codec.decode(codec.encode(push))).isEqualTo(new Decoded.Value<>(push));
  }

  /** Numbers of context P0, dot, past of P0 of a lone sibling of P0. */
  @ParameterizedTest
  @CsvSource({"1, 2, 0", "3, 2, 4", "3, 2, 2", "281474976710657, 1, 0"})
  void stateThatNoReplicaComesToIsMalformed(long context, long number, long past) {
    NodeId node = new NodeId(0);
    Revision before = past == 0 ? Revision.none() : Revision.parse("P0:" + past);
    Document.Parts parts =
        new Document.Parts(
            "doc",
            List.of(new Dot(node, context)),
            List.of(new Sibling(new Dot(node, number), before, 0, "")),
            List.of());
    assertThatThrownBy(() -> Document.unpacked(parts)).isInstanceOf(IllegalArgumentException.class);
    Codec<Document.Parts> codec = Codec.of(Document.Parts.class);
    assertThat(codec.decode(codec.encode(parts))).isInstanceOf(Decoded.Value.class);
  }

  /**
   * A document as a plain version vector sees it: one entry a replica, which the replica raises
   * with every write. Two clients have read the first version and write through one replica.
   */
  private record Plain(VectorClock vector, List<String> contents) {
    /** The new version has all that its base has, and one more of the replica. */
    static VectorClock after(VectorClock here, VectorClock base, NodeId replica) {
      return base.with(here.next(replica));
    }

    /** Takes the new version for newer than all that the replica has, as its vector says. */
    Plain losing(VectorClock base, NodeId replica, String content) {
      VectorClock version = after(vector, base, replica);
      return version.covers(vector)
          ? new Plain(version, List.of(content))
          : multiplying(base, replica, content);
    }

    /**
     * Keeps all that the base does not cover; but one vector stands for all of them from now on.
     */
    Plain multiplying(VectorClock base, NodeId replica, String content) {
      List<String> left = base.covers(vector) ? List.of() : contents;
      List<String> more = new ArrayList<>(left);
      more.add(content);
      return new Plain(vector.merge(after(vector, base, replica)), more);
    }
  }

  @Test
  void plainVectorLosesAConcurrentEditOrMultipliesSiblingsAndDotsDoNeither() {
    NodeId replica = new NodeId(0);
    VectorClock first = VectorClock.none().increment(replica);
    Plain plain = new Plain(first, List.of("first"));

    Plain lost = plain.losing(first, replica, "Ann").losing(first, replica, "Bob");
    assertThat(lost.contents).containsExactly("Bob");

    // Ann and Bob go on, each with the version that the last write of their own was given.
    Plain many = plain;
    VectorClock ann = first;
    VectorClock bob = first;
    Document dotted = created("first");
    Revision annDotted = dotted.version();
    Revision bobDotted = dotted.version();
    for (int i = 1; i <= 10; i++) {
      VectorClock next = Plain.after(many.vector, ann, replica);
      many = many.multiplying(ann, replica, "Ann" + i);
      ann = next;
      next = Plain.after(many.vector, bob, replica);
      many = many.multiplying(bob, replica, "Bob" + i);
      bob = next;
      dotted = written(dotted, 0, annDotted, "Ann" + i);
      annDotted = dotted.siblings().getLast().version();
      dotted = written(dotted, 0, bobDotted, "Bob" + i);
      bobDotted = dotted.siblings().getLast().version();
    }
    assertThat(many.contents).hasSize(20);
    assertThat(contents(dotted)).containsExactly("Ann10", "Bob10");
  }

  /** Of each of two clients who go on from their own version, a version names one single write. */
  @Test
  void versionsDoNotGrowWithTheNumberOfEdits() {
    Document document = created("first");
    Revision ann = document.version();
    Revision bob = document.version();
    for (int i = 0; i < 10; i++) {
      document = written(document, 0, ann, "Ann");
      ann = document.siblings().getLast().version();
      document = written(document, 0, bob, "Bob");
      bob = document.siblings().getLast().version();
    }
    assertThat(document.versions()).containsExactly("P0:2+P0:20", "P0:1+P0:21");
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, true", "6917529027640885248, true", "6917529027640885249, false"})
  void timeIsOneThatAClockCanBeSetTo(long time, boolean isPossible) {
    Dot dot = new Dot(new NodeId(0), 1);
    Document document =
        Document.unwritten("doc")
            .with(new Sibling(dot, Revision.none(), time, ""), Revision.none());
    assertThat(document.flaw() == null).isEqualTo(isPossible);
    if (isPossible) {
      new HybridClock(() -> 0, 0).startAfter(time);
    }
  }

  @Test
  void pastWithSingleWritesIsMalformed() {
    Dot dot = new Dot(new NodeId(0), 4);
    Sibling sibling = new Sibling(dot, Revision.parse("P0:1+P0:3"), 0, "");
    Document document =
        new Document("doc", VectorClock.of(List.of(dot)), List.of(sibling), History.none());
    assertThat(document.flaw()).isEqualTo("the past P0:1+P0:3 is not a vector");
  }

  @Test
  void editOfOneSiblingLeavesTheOthers() {
    Document first = created("first");
    Document ann = written(first, 0, first.version(), "Ann");
    Document both = written(ann, 0, first.version(), "Bob");
    assertThat(both.versions()).containsExactly("P0:2", "P0:1+P0:3");
    Document again = written(both, 1, Revision.parse("P0:1+P0:3"), "Bob again");
    assertThat(contents(again)).containsExactly("Ann", "Bob again");
    assertThat(again.versions()).containsExactly("P0:2", "P0:1,P1:1");
    Document merged = written(again, 2, again.version(), "all");
    assertThat(merged.versions()).containsExactly("P0:3,P1:1,P2:1");
  }
}
