package coterie.store.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.HybridClock;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Settings;
import coterie.recipe.StoreRecipe;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is remembered of a document, and for how long. */
class HistoryTest {
  private static DocumentsGroup group(int size, int count, long ageMillis) {
    DocumentsConfig config =
        new DocumentsConfig(Resolution.manual(), TimeText.SECOND, 1_000, count, ageMillis);
    return new DocumentsGroup(
        size,
        Setup.standard(),
        (context, members) -> new Documents(context, members, config),
        TimeText.SECOND);
  }

  private static List<String> versions(DocumentsGroup group, int node) {
    return group.at(node).history("doc").stream().map(each -> each.version()).toList();
  }

  @Test
  void newestVersionsAreRememberedUpToTheirNumber() {
    DocumentsGroup group = group(2, 3, 0);
    String last = group.create(0, "doc", "first");
    for (int i = 0; i < 1_000; i++) {
      last = group.edit(i % 2, "doc", last, "edit " + i);
      group.runMillis(1);
    }
    assertThat(versions(group, 0))
        .containsExactly("P0:501,P1:500", "P0:501,P1:499", "P0:500,P1:499");
    assertThat(group.at(1).lineages()).isEqualTo(group.at(0).lineages());
  }

  /** The age counts from the newest version, so it needs no clock and never forgets that one. */
  @Test
  void versionsOlderThanTheNewestByTheAgeAreForgotten() {
    DocumentsGroup group = group(2, 10, 100);
    String first = group.create(0, "doc", "first");
    group.runMillis(60);
    String second = group.edit(0, "doc", first, "second");
    assertThat(versions(group, 1)).containsExactly(second, first);
    group.runMillis(60);
    String third = group.edit(1, "doc", second, "third");
    group.runMillis(10_000);
    assertThat(versions(group, 0)).containsExactly(third, second);
    assertThat(versions(group, 1)).containsExactly(third, second);
  }

  @Test
  void siblingIsRememberedHoweverOld() {
    DocumentsGroup group = group(2, 2, 0);
    String first = group.create(0, "doc", "first");
    String sibling = group.edit(0, "doc", first, "stays");
    String last = group.edit(0, "doc", first, "goes on");
    for (int i = 0; i < 5; i++) {
      last = group.edit(0, "doc", last, "edit " + i);
    }
    assertThat(versions(group, 1)).hasSize(3).contains(sibling);
    String merged = group.ask(1, documents -> documents.merge("doc", "both")).version();
    assertThat(versions(group, 1)).hasSize(2).startsWith(merged).doesNotContain(sibling);
  }

  /** What Bob edits through the same replica as Ann is made from his own version, not from hers. */
  @Test
  void editOfOneSiblingIsMadeFromThatOneAlone() {
    DocumentsGroup group = group(2, 10, 0);
    String first = group.create(0, "doc", "first");
    group.edit(0, "doc", first, "Ann");
    String bob = group.edit(0, "doc", first, "Bob");
    group.edit(0, "doc", bob, "Bob again");
    assertThat(group.at(1).history("doc").getFirst().base()).containsExactly(bob);
  }

  @Test
  void versionThatIsForgottenIsNamedByItsWrite() {
    DocumentsGroup group = group(2, 1, 0);
    String first = group.create(0, "doc", "first");
    group.edit(1, "doc", first, "second");
    assertThat(group.at(0).history("doc"))
        .extracting(Documents.Remembered::base)
        .containsExactly(List.of("P0:1"));
  }

  @Test
  void historyOutlivesACrash() {
    DocumentsGroup group = group(2, 10, 0);
    String first = group.create(0, "doc", "first");
    group.edit(0, "doc", first, "second");
    List<Documents.Remembered> before = group.at(0).history("doc");
    group.inject(new Fault.Crash(new NodeId(0)));
    group.inject(new Fault.Recover(new NodeId(0)));
    assertThat(group.at(0).history("doc")).isEqualTo(before);
  }

  @Test
  void historyThatIsNotThereIsRefused() {
    DocumentsGroup group = group(2, 0, 0);
    assertThatThrownBy(() -> group.at(0).history("doc"))
        .hasMessage("there is no document \"doc\" here; create takes a new one");
    group.create(0, "doc", "first");
    assertThatThrownBy(() -> group.at(0).history("doc"))
        .hasMessage("no history is kept; set history to 1 up to 100");
  }

  @ParameterizedTest
  @CsvSource({
    "history, 101, 0, 'history takes 0 to 100 versions, not 101'",
    "history, 0, 1s, 'history-age takes a duration from 1 ms, and a history of 1 version or more'",
  })
  void settingThatMakesNoSenseIsRefused(String name, String value, String age, String why) {
    StoreRecipe recipe = DocumentsRecipe.RECIPE;
    Settings settings = new Settings(recipe.settings(), Map.of(name, value, "history-age", age));
    assertThatThrownBy(() -> recipe.blueprint(View.numbered(0, 3), settings)).hasMessage(why);
  }

  /** However writes are spread, whoever has all of them remembers the same, cut early or late. */
  @Test
  void whatIsRememberedDependsOnTheWritesAlone() {
    for (long seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = 1 + random.nextInt(6);
      long age = random.nextInt(3) * 20L;
      List<Edition> all = editions(random);
      History expected = History.of(all).bounded(count, age, dot -> false);
      History joined = History.none();
      for (int i = 0; i < 4; i++) {
        List<Edition> some = new ArrayList<>(all);
        some.removeIf(each -> random.nextInt(3) == 0);
        joined = joined.join(History.of(some).bounded(count, age, dot -> false));
        joined = joined.bounded(count, age, dot -> false);
      }
      joined = joined.join(History.of(all).bounded(count, age, dot -> false));
      assertThat(joined.bounded(count, age, dot -> false).editions())
          .as("seed " + seed)
          .isEqualTo(expected.editions())
          .hasSizeLessThanOrEqualTo(count);
    }
  }

  private static List<Edition> editions(SplittableRandom random) {
    TreeMap<Dot, Edition> all = new TreeMap<>();
    for (int i = 0; i < 12; i++) {
      Dot dot = new Dot(new NodeId(random.nextInt(3)), 1 + random.nextInt(9));
      long time = HybridClock.time(random.nextInt(100), random.nextInt(2));
      all.put(dot, new Edition(dot, Revision.none(), List.of(), time));
    }
    return List.copyOf(all.values());
  }
}
