package coterie.store.documents;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.clock.VectorClock;
import coterie.core.Context;
import coterie.core.Storage;
import coterie.storage.MemoryStorage;
import coterie.testkit.TamperedContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;

/** Replicas with a mistake, which the storms must find. */
class BrokenDocumentsTest {
  private static final int SEEDS = 100;
  private static final DocumentsConfig CONFIG =
      DocumentsGroup.config("manual", 40 * DocumentsGroup.MILLI);

  private static List<String> found(DocumentsGroup.Maker maker) {
    List<String> wrong = new ArrayList<>();
    for (long seed = 0; seed < SEEDS && wrong.isEmpty(); seed++) {
      DocumentsStorm storm = new DocumentsStorm(seed, maker);
      storm.blow(60);
      wrong.addAll(storm.wrongAfterCalm());
    }
    return wrong;
  }

  private static DocumentsGroup.Maker joining(BinaryOperator<Document> join) {
    return (context, members) -> new Documents(context, members, CONFIG, join);
  }

  /** Two vectors are compared as wholes: if neither is greater, all siblings of both are kept. */
  private static Document byVectorsAlone(Document mine, Document theirs) {
    if (mine.context().covers(theirs.context())) {
      return mine;
    }
    if (theirs.context().covers(mine.context())) {
      return theirs;
    }
    TreeSet<Sibling> all = new TreeSet<>(Comparator.comparing(Sibling::dot));
    all.addAll(mine.siblings());
    all.addAll(theirs.siblings());
    VectorClock context = mine.context().merge(theirs.context());
    return new Document(
        mine.name(), context, List.copyOf(all), mine.history().join(theirs.history()));
  }

  @Test
  void vectorsWithoutDotsKeepWhatWasSuperseded() {
    assertThat(found(joining(BrokenDocumentsTest::byVectorsAlone)))
        .anyMatch(sentence -> sentence.contains("superseded") || sentence.contains(" shows "));
  }

  @Test
  void joinThatDropsAConcurrentSiblingIsCaught() {
    BinaryOperator<Document> lastOnly =
        (mine, theirs) -> {
          Document joined = mine.join(theirs);
          return joined == mine
              ? mine
              : new Document(
                  joined.name(),
                  joined.context(),
                  List.of(joined.siblings().getLast()),
                  joined.history());
        };
    assertThat(found(joining(lastOnly))).anyMatch(sentence -> sentence.contains(" shows "));
  }

  /** What another replica remembers is not taken over. */
  @Test
  void historyThatIsNotJoinedIsCaught() {
    BinaryOperator<Document> ownHistory =
        (mine, theirs) -> {
          Document joined = mine.join(theirs);
          return new Document(joined.name(), joined.context(), joined.siblings(), mine.history());
        };
    assertThat(found(joining(ownHistory)))
        .anyMatch(sentence -> sentence.contains(" remembers "))
        .anyMatch(sentence -> sentence.contains("do not remember the same history"));
  }

  /** What came last is kept, by arrival: replicas hear of the same in another order. */
  @Test
  void historyInTheOrderOfArrivalIsCaught() {
    BinaryOperator<Document> byArrival =
        (mine, theirs) -> {
          Document joined = mine.join(theirs);
          List<Edition> fresh = new ArrayList<>(joined.history().editions());
          fresh.removeAll(mine.history().editions());
          List<Edition> own = mine.history().editions();
          int room = Math.max(0, WriteBook.REMEMBERED - fresh.size());
          fresh.addAll(own.subList(Math.max(0, own.size() - room), own.size()));
          return new Document(
              joined.name(), joined.context(), joined.siblings(), History.of(fresh));
        };
    assertThat(found(joining(byArrival))).anyMatch(sentence -> sentence.contains(" remembers "));
  }

  @Test
  void updateThatIsDroppedBecauseTheDocumentIsUnknownIsCaught() {
    BinaryOperator<Document> onlyKnown =
        (mine, theirs) ->
            mine.isUnwritten() && !theirs.siblings().getFirst().past().equals(Revision.none())
                ? mine
                : mine.join(theirs);
    assertThat(found(joining(onlyKnown))).anyMatch(sentence -> sentence.contains("never seen"));
  }

  @Test
  void dotThatIsUsedAgainAfterACrashIsCaught() {
    assertThat(
            found(
                (context, members) ->
                    new Documents(
                        new TamperedContext<>(context) {
                          @Override
                          public long incarnation() {
                            return 1;
                          }
                        },
                        members,
                        CONFIG)))
        .anyMatch(sentence -> sentence.contains("used twice"));
  }

  /** Its storage begins empty in every life. */
  private static final class Forgetful extends TamperedContext<Documents.Msg> {
    private final Storage storage = new MemoryStorage();

    Forgetful(Context<Documents.Msg> context) {
      super(context);
    }

    @Override
    public Storage storage(String name) {
      return storage;
    }
  }

  @Test
  void forgottenWriteIsCaught() {
    assertThat(found((context, members) -> new Documents(new Forgetful(context), members, CONFIG)))
        .anyMatch(sentence -> sentence.contains("has lost its write"));
  }
}
