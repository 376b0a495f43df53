package coterie.store.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.HybridClock;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.testkit.TamperedContext;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single rules of documents. */
class DocumentsRulesTest {
  private static void assertRefused(DocumentsGroup group, ThrowingCallable call, String message) {
    List<Documents.Contents> before = all(group);
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    assertThat(all(group)).isEqualTo(before);
  }

  private static List<Documents.Contents> all(DocumentsGroup group) {
    List<Documents.Contents> contents = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      contents.add(group.at(i).contents());
    }
    return contents;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "P0:2; the base P0:2 of \"doc\" has not come here; this replica has seen P0:1",
        "P0:1,P7:1; the base P0:1,P7:1 of \"doc\" has not come here; this replica has seen P0:1",
        "P0:1+P1:3; the base P0:1+P1:3 of \"doc\" has not come here; this replica has seen P0:1",
        "none; an edit is based on a version, not on none",
        "x; \"x\" names no version; one looks like P0:2,P1:1 or P0:2+P1:3, or is the word none"
      })
  void editOnAnUnknownBaseIsRefusedAndChangesNothing(String line) {
    String base = line.substring(0, line.indexOf(';'));
    String message = line.substring(line.indexOf(';') + 2);
    DocumentsGroup group = DocumentsGroup.quiet(2);
    group.create(0, "doc", "first");
    assertRefused(group, () -> group.edit(1, "doc", base, "second"), message);
  }

  @Test
  void documentIsCreatedOnceAndEditedOnlyIfThereIsOne() {
    DocumentsGroup group = DocumentsGroup.quiet(2);
    group.create(0, "doc", "first");
    assertRefused(
        group,
        () -> group.create(1, "doc", "again"),
        "there is a document \"doc\" already, at P0:1; edit takes a base");
    String unknown = "there is no document \"other\" here; create takes a new one";
    assertRefused(group, () -> group.edit(1, "other", "P0:1", "x"), unknown);
    assertRefused(group, () -> group.ask(1, each -> each.merge("other", "x")), unknown);
    assertRefused(group, () -> group.ask(1, each -> each.resolve("other", "union")), unknown);
    assertThat(group.at(0).fetch("other"))
        .isEqualTo(new Documents.Fetched("other", "none", List.of(), List.of()));
  }

  @Test
  void namesAndContentsHaveLimits() {
    DocumentsGroup group = DocumentsGroup.quiet(1);
    assertRefused(
        group, () -> group.create(0, "", "x"), "a name of a document has 1 to 256 bytes, not 0");
    assertRefused(
        group,
        () -> group.create(0, "é".repeat(129), "x"),
        "a name of a document has 1 to 256 bytes, not 258");
    assertRefused(
        group,
        () -> group.create(0, "doc", "x".repeat(65_537)),
        "a content has 0 to 65536 bytes, not 65537");
    assertRefused(
        group,
        () -> group.create(0, "doc", "half \ud83d of a character"),
        "a content is Unicode text; half of a surrogate pair is not a character");
    group.create(0, "é".repeat(128), "x".repeat(65_536));
    group.create(0, "empty", "");
    assertThat(group.contents(0, "empty")).containsExactly("");
  }

  @Test
  void siblingsHaveALimitAndAMergeMakesRoom() {
    DocumentsGroup group = DocumentsGroup.quiet(1);
    String first = group.create(0, "doc", "first");
    for (int i = 0; i < Documents.SIBLINGS_MAX; i++) {
      group.edit(0, "doc", first, "concurrent " + i);
    }
    assertRefused(
        group,
        () -> group.edit(0, "doc", first, "too many"),
        "\"doc\" has 100 siblings already; merge them before the next edit");
    group.ask(0, each -> each.merge("doc", "all"));
    group.edit(0, "doc", first, "concurrent again");
    assertThat(group.contents(0, "doc")).containsExactly("all", "concurrent again");
  }

  @Test
  void conditionalEditIsRefusedWhereSomethingElseIsFound() {
    DocumentsGroup group = DocumentsGroup.quiet(2);
    String first = group.create(0, "doc", "first");
    String second = group.edit(1, "doc", first, "second");
    assertThat(group.editIf(0, "doc", first, "stale"))
        .isEqualTo(new Documents.Outcome.Refused("doc", second, List.of(second)));
    assertThat(group.editIf(0, "doc", "P0:9", "from afar"))
        .isInstanceOf(Documents.Outcome.Refused.class);
    assertThat(group.editIf(0, "doc", "none", "new")).isInstanceOf(Documents.Outcome.Refused.class);
    group.edit(1, "doc", first, "concurrent");
    String both = group.at(0).fetch("doc").version();
    assertThat(group.editIf(0, "doc", both, "neither"))
        .isEqualTo(new Documents.Outcome.Refused("doc", both, List.of(second, "P0:1+P1:2")));
    assertThat(group.contents(0, "doc")).containsExactly("second", "concurrent");
    assertThatThrownBy(() -> group.editIf(0, "doc", "x", "y"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void twoReplicasMayBothAcceptAConditionalEdit() {
    DocumentsGroup group = DocumentsGroup.with(2, "manual", DocumentsGroup.MILLI);
    String first = group.create(0, "doc", "first");
    group.runMillis(10);
    group.inject(new Fault.Cut(new NodeId(0), new NodeId(1), true));
    for (int i = 0; i < 2; i++) {
      String content = "P" + i;
      assertThat(group.editIf(i, "doc", first, content))
          .isInstanceOf(Documents.Outcome.Written.class);
    }
    group.inject(new Fault.HealAll());
    group.runMillis(10);
    assertThat(group.contents(0, "doc")).containsExactly("P0", "P1");
    assertThat(group.contents(1, "doc")).containsExactly("P0", "P1");
  }

  @Test
  void mergeOfWhatWasReadLeavesWhatHasComeSince() {
    DocumentsGroup group = DocumentsGroup.quiet(2);
    String first = group.create(0, "doc", "first");
    group.edit(0, "doc", first, "one");
    group.edit(1, "doc", first, "two");
    String read = group.at(0).fetch("doc").version();
    group.edit(1, "doc", first, "three");
    group.edit(0, "doc", read, "one and two");
    assertThat(group.contents(0, "doc")).containsExactly("one and two", "three");
  }

  @Test
  void resolvingWritesWhatIsShownAndLeavesPersonalDecisionsToPersons() {
    DocumentsGroup group = DocumentsGroup.with(2, "union", TimeText.SECOND);
    String first = group.create(0, "list", "milk");
    group.edit(0, "list", first, "milk\neggs");
    group.edit(1, "list", first, "bread\nmilk");
    assertThat(group.at(0).fetch("list"))
        .isEqualTo(
            new Documents.Fetched(
                "list", "P0:2,P1:1", List.of("milk\neggs\nbread"), List.of("P0:2", "P0:1,P1:1")));
    assertRefused(
        group,
        () -> group.ask(0, each -> each.resolve("list", "manual")),
        "manual leaves the siblings of \"list\" to a person; merge takes the content");
    group.ask(1, each -> each.resolve("list", "union"));
    assertThat(group.at(0).document("list").siblings()).hasSize(1);
    assertThat(group.contents(0, "list")).containsExactly("milk\neggs\nbread");
  }

  /** Reading writes nothing, so replicas that all see siblings do not answer with siblings. */
  @Test
  void readingResolvesAndWritesNothing() {
    DocumentsGroup group = DocumentsGroup.with(3, "last-writer", DocumentsGroup.MILLI);
    String first = group.create(0, "doc", "first");
    group.edit(0, "doc", first, "one");
    group.edit(1, "doc", first, "two");
    int notes = group.notes.size();
    for (int i = 0; i < 3; i++) {
      assertThat(group.ask(i, each -> each.fetch("doc")).contents()).hasSize(1);
    }
    group.runMillis(100);
    assertThat(group.notes).hasSize(notes);
  }

  @Test
  void manyDocumentsReachAReplicaThatWasCutOff() {
    DocumentsGroup group = DocumentsGroup.with(3, "manual", 10 * DocumentsGroup.MILLI);
    group.simulation.start();
    group.inject(Fault.Partition.of(List.of(List.of(new NodeId(2)))));
    int documents = 3 * Documents.PAGE + 10;
    for (int i = 0; i < documents; i++) {
      group.create(i % 2, "doc" + i, "content");
    }
    group.create(2, "own", "content");
    group.runMillis(50);
    assertThat(group.at(2).contents().documents()).hasSize(1);
    group.inject(new Fault.HealAll());
    group.runMillis(400);
    for (int i = 0; i < 3; i++) {
      assertThat(group.at(i).contents().documents()).hasSize(documents + 1);
    }
    assertThat(group.wrong()).isEmpty();
  }

  @Test
  void onlySoManySavesWaitForTheDisk() {
    DocumentsConfig config = DocumentsGroup.config("manual", TimeText.SECOND);
    DocumentsGroup group =
        new DocumentsGroup(
            1,
            Setup.standard().withSyncNanos(TimeText.SECOND),
            (context, members) -> new Documents(context, members, config),
            TimeText.SECOND);
    String base = group.create(0, "doc", "first");
    for (int i = 1; i < Documents.WAITING_MAX; i++) {
      base = group.edit(0, "doc", base, "x");
    }
    String last = base;
    assertThatThrownBy(() -> group.edit(0, "doc", last, "one too many"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("1000 saves wait for the disk; an edit takes fewer than 1000");
    group.runMillis(1_000);
    assertThat(group.edit(0, "doc", last, "now")).isEqualTo("P0:1001");
  }

  @Test
  void badMessagesAreNotedAndDropped() {
    DocumentsGroup group = DocumentsGroup.quiet(2);
    group.create(0, "doc", "first");
    Document foreign =
        Document.unwritten("doc")
            .with(
                new Sibling(new Dot(new NodeId(7), 1), Revision.none(), 0, "foreign"),
                Revision.none());
    Document flawed = new Document("doc", foreign.context(), List.of(), History.none());
    List<Documents.Msg> bad =
        List.of(
            new Documents.Push(foreign),
            new Documents.Push(flawed),
            new Documents.Digest(
                "", "", List.of(new Documents.Summary("doc", Revision.parse("P7:1")))));
    for (Documents.Msg message : bad) {
      hear(group, new NodeId(1), message);
    }
    hear(group, new NodeId(7), new Documents.Want(List.of("doc")));
    assertThat(group.notes.stream().filter(Note.BadMessage.class::isInstance)).hasSize(4);
    assertThat(group.contents(0, "doc")).containsExactly("first");
  }

  private static Document ofReceiver(long number, long time) {
    Dot dot = new Dot(new NodeId(0), number);
    return Document.unwritten("doc")
        .with(new Sibling(dot, Revision.none(), time, "never written"), Revision.none());
  }

  @Test
  void pushesThatWouldHarmTheReceiverAreNotedAndDropped() {
    DocumentsGroup group = DocumentsGroup.quiet(2);
    NodeId other = new NodeId(1);
    hear(group, other, new Documents.Push(ofReceiver(1, -1)));
    hear(group, other, new Documents.Push(ofReceiver(Document.NUMBER_MAX / 2 + 1, 0)));
    Document many = Document.unwritten("doc");
    for (int i = 0; i <= 2 * Documents.SIBLINGS_MAX; i++) {
      Sibling sibling = new Sibling(many.context().next(other), Revision.none(), 0, "");
      many = many.with(sibling, Revision.none());
    }
    hear(group, other, new Documents.Push(many));
    hear(group, other, new Documents.Want(List.of("doc", "doc")));
    assertThat(group.notes.stream().filter(Note.BadMessage.class::isInstance)).hasSize(4);
    assertThat(group.at(0).exists("doc")).isFalse();
  }

  @Test
  void ownDotFromTheFarFutureMovesNoClock() {
    DocumentsGroup group = DocumentsGroup.quiet(2);
    long future = HybridClock.time(100_000_000_000_000L, 0);
    hear(group, new NodeId(1), new Documents.Push(ofReceiver(1, future)));
    group.edit(0, "doc", "P0:1", "next");
    assertThat(group.at(0).document("doc").siblings().getFirst().time()).isLessThan(future);
  }

  /** Half of the numbers is left to a replica, whatever it hears of its own writes. */
  @Test
  void replicaGoesOnFromWhatOthersKnowOfIt() {
    DocumentsGroup group = DocumentsGroup.quiet(2);
    hear(group, new NodeId(1), new Documents.Push(ofReceiver(Document.NUMBER_MAX / 2, 0)));
    String version = group.at(0).fetch("doc").version();
    assertThat(group.edit(0, "doc", version, "next")).isEqualTo("P0:140737488355329");
  }

  @Test
  void replicaWithoutNumbersLeftSaysSo() {
    DocumentsConfig config = DocumentsGroup.config("manual", TimeText.SECOND);
    DocumentsGroup group =
        new DocumentsGroup(
            1,
            Setup.standard(),
            (context, members) ->
                new Documents(
                    new TamperedContext<>(context) {
                      @Override
                      public long incarnation() {
                        return 1L << 40;
                      }
                    },
                    members,
                    config),
            TimeText.SECOND);
    assertThatThrownBy(() -> group.create(0, "doc", "first"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "P0 has no number left for a write to \"doc\"; the last one is 281474976710656");
    assertThat(group.at(0).exists("doc")).isFalse();
  }

  /** Members that are cut off from each other fill their shares, and all fits into a message. */
  @Test
  void allSharesTogetherFitIntoAMessageAndAreReadAgain() {
    DocumentsGroup group = DocumentsGroup.with(3, "manual", 10 * DocumentsGroup.MILLI);
    String first = group.create(0, "doc", "first");
    group.runMillis(10);
    List<NodeId> alone = List.of(new NodeId(0));
    group.inject(Fault.Partition.of(List.of(alone, List.of(new NodeId(1)))));
    String content = "x".repeat(Document.CONTENT_MAX);
    int share = Documents.BYTES_MAX / 3;
    for (int i = 0; i < 3; i++) {
      int node = i;
      for (int j = 0; j < share / (Document.CONTENT_MAX + 100); j++) {
        group.edit(node, "doc", first, content);
      }
      assertThatThrownBy(() -> group.edit(node, "doc", first, content))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("and 2796202 are allowed; merge them first, or write less");
    }
    group.inject(new Fault.HealAll());
    group.runMillis(300);
    Document all = group.at(0).document("doc");
    assertThat(all.siblings()).hasSize(3 * 42);
    assertThat(group.at(2).document("doc")).isEqualTo(all);
    Codec<Documents.Msg> codec = Codec.of(Documents.Msg.class);
    assertThat(codec.decode(codec.encode(new Documents.Push(all))))
        .isInstanceOf(Decoded.Value.class);
    group.inject(new Fault.Crash(new NodeId(0), true));
    group.inject(new Fault.Recover(new NodeId(0)));
    assertThat(group.at(0).document("doc")).isEqualTo(all);
    group.ask(0, each -> each.merge("doc", "all"));
    assertThat(group.contents(0, "doc")).containsExactly("all");
  }

  /** Edits of others' siblings, one by one, do not add to all siblings, but to those of one. */
  @Test
  void ownSiblingsHaveALimitOfTheirOwn() {
    DocumentsGroup group = DocumentsGroup.quiet(2);
    NodeId other = new NodeId(1);
    Document many = Document.unwritten("doc");
    for (int i = 0; i <= Documents.SIBLINGS_MAX; i++) {
      Sibling sibling = new Sibling(many.context().next(other), Revision.none(), 0, "");
      many = many.with(sibling, Revision.none());
    }
    hear(group, other, new Documents.Push(many));
    for (int i = 1; i <= Documents.SIBLINGS_MAX; i++) {
      group.edit(0, "doc", "+P1:" + i, "x");
    }
    assertRefused(
        group,
        () -> group.edit(0, "doc", "+P1:101", "x"),
        "\"doc\" has 100 siblings that were written here; merge them before the next edit");
  }

  @Test
  void conditionalEditTakesAnyNameThatCoversTheOnlySibling() {
    DocumentsGroup group = DocumentsGroup.quiet(2);
    String first = group.create(0, "doc", "first");
    group.edit(1, "doc", first, "second");
    assertThat(group.editIf(0, "doc", "+P1:1", "third"))
        .isInstanceOf(Documents.Outcome.Written.class);
    assertThat(group.contents(0, "doc")).containsExactly("third");
  }

  private static void hear(DocumentsGroup group, NodeId from, Documents.Msg message) {
    group.ask(
        0,
        documents -> {
          documents.receive(from, message);
          return null;
        });
  }

  /** A wrong clock of one replica must not drag the clocks of all others along. */
  @Test
  void stampFromTheFarFutureIsKeptButMovesNoClock() {
    DocumentsGroup group = DocumentsGroup.with(2, "last-writer", TimeText.SECOND);
    group.simulation.start();
    group.inject(new Fault.ClockOffset(new NodeId(1), 3_600 * TimeText.SECOND));
    String first = group.create(1, "doc", "from the future");
    long future = HybridClock.millis(group.at(0).document("doc").siblings().getFirst().time());
    group.edit(0, "doc", first, "edited");
    assertThat(group.contents(1, "doc")).containsExactly("edited");
    group.edit(0, "doc", first, "concurrent");
    assertThat(group.at(0).document("doc").siblings())
        .hasSize(2)
        .allMatch(each -> HybridClock.millis(each.time()) < future - 3_000_000);
  }
}
