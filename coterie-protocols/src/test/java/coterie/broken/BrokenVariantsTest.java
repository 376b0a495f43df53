package coterie.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coterie.testkit.ManySeeds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A tool that finds nothing proves nothing: hunts and searches find what was broken on purpose. */
class BrokenVariantsTest {
  /** One of each family that is found in a few seeds; all others are tried with -Pdeep. */
  private static final List<String> QUICK =
      List.of(
          "raft-vote-granted-twice",
          "ricart-agrawala-replies-inside",
          "vring-count-goes-back",
          "swim-plain-failed-not-probed",
          "lamport-clock-forgets-what-it-hears",
          "ledger-wrong-tie-break");

  private static final int MESSAGES_MAX = 20;
  private static final long MINUTE = 60_000_000_000L;

  private static final Map<String, Integer> DOCUMENTED = Documented.messages();

  static Stream<Variant> variants() {
    return Variants.ALL.stream();
  }

  static Stream<Variant> explored() {
    return Variants.ALL.stream().filter(variant -> variant.isLookedForBy(Means.EXPLORE));
  }

  private static void requireFound(Variant variant, Row row) {
    assertThat(row.isFound()).as("%s is found", variant).isTrue();
    assertThat(row.messages())
        .as("%s:\n%s", variant, row.file())
        .isLessThanOrEqualTo(bound(variant));
  }

  /** Small enough to be read, or as small as the page says. */
  private static int bound(Variant variant) {
    return Math.max(MESSAGES_MAX, DOCUMENTED.get(variant.name()));
  }

  @Test
  void oneOfEachFamilyIsFoundByAHuntAndShrunk() {
    List<Variant> quick = QUICK.stream().map(Variants::named).toList();
    ClassLoader loader = Workshop.load(quick);
    for (Variant variant : quick) {
      requireFound(variant, Row.searched(variant, loader, Means.HUNT, MINUTE));
    }
    Variant tie = Variants.named("ledger-wrong-tie-break");
    assertThat(Row.searched(tie, loader, Means.EXPLORE, MINUTE).judge()).isEqualTo("copies");
  }

  @Test
  void textThatIsReplacedIsThereOnce() {
    for (Variant variant : Variants.ALL) {
      assertThat(Workshop.sources(variant.changes())).as(variant.name()).isNotEmpty();
    }
  }

  @Test
  void everyVariantIsDocumented() {
    List<String> names = Variants.ALL.stream().map(Variant::name).toList();
    assertThat(names).doesNotHaveDuplicates();
    assertThat(Documented.names()).containsAll(names);
    assertThat(names).containsAll(DOCUMENTED.keySet()).containsAll(Explorations.ALL.keySet());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyVariantIsFoundByAHuntAndShrunk(Variant variant) {
    assumeTrue(ManySeeds.IS_DEEP, "takes minutes: -Pdeep");
    assumeTrue(DOCUMENTED.containsKey(variant.name()), "the page says that it is not found");
    requireFound(variant, Row.of(variant, Means.HUNT, MINUTE));
  }

  @ParameterizedTest
  @MethodSource("explored")
  void variantIsFoundByASearch(Variant variant) {
    assumeTrue(ManySeeds.IS_DEEP, "takes minutes: -Pdeep");
    assertThat(Row.of(variant, Means.EXPLORE, MINUTE).isFound()).as(variant.name()).isTrue();
  }

  /** A monitor that objects to nothing would not be noticed otherwise. */
  @ParameterizedTest
  @CsvSource({
    "raft-vote-granted-twice, elections",
    "bully-old-announcement-believed, failures",
    "bully-nobody-told, agreement",
    "lamport-wrong-tie-break, entries",
    "vring-count-goes-back, counts",
    "heartring-deadline-not-restarted, suspicions",
    "vector-clock-forgets-what-it-hears, clocks",
    "documents-superseded-returns, copies",
    "register-read-of-one, linearizability"
  })
  void everyMonitorObjectsToAVariant(String name, String monitor) {
    assumeTrue(ManySeeds.IS_DEEP, "takes minutes: -Pdeep");
    Row row = Row.of(Variants.named(name), Means.EXPLORE, MINUTE);
    assertThat(row.judge()).isEqualTo(monitor);
  }
}
