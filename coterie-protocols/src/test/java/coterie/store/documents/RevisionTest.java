package coterie.store.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.VectorClock;
import coterie.core.Dot;
import coterie.core.NodeId;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets of writes, as values and as text. */
class RevisionTest {
  private static Dot dot(long node, long number) {
    return new Dot(new NodeId(node), number);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "none; none",
        "P0:1; P0:1",
        "P1:2,P0:1; P0:1,P1:2",
        "P0:2+P1:3; P0:2+P1:3",
        "+P1:3; +P1:3",
        "+P1:1; P1:1",
        "P0:1+P0:3+P0:2; P0:3",
        "P0:5+P0:3; P0:5",
        "P-9223372036854775808:1; P-9223372036854775808:1",
        "P0:281474976710656; P0:281474976710656"
      })
  void textIsReadAndWrittenInOneWay(String text, String written) {
    Revision revision = Revision.parse(text);
    assertThat(revision).hasToString(written);
    assertThat(Revision.parse(written)).isEqualTo(revision).hasSameHashCodeAs(revision);
    assertThat(Revision.unpacked(revision.packed())).isEqualTo(revision);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "P0",
        "P0:",
        "P0:0",
        "P0:-1",
        "0:1",
        "P0:1,",
        ",P0:1",
        "P0:1+",
        "+",
        "none,P0:1",
        "P0:1,P0:2",
        "P0:99999999999999999999",
        "P99999999999999999999:1",
        "P0:1 P1:1",
        "P0:1+P1:0",
        "P0:9223372036854775808",
        "P0:281474976710657",
        "+P0:281474976710657"
      })
  void whatNamesNoVersionIsRefusedInOneSentence(String text) {
    assertThatThrownBy(() -> Revision.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"%s\" names no version; one looks like P0:2,P1:1 or P0:2+P1:3, or is the word none",
            text);
  }

  @Test
  void hugeTextIsRefusedAndShownInPart() {
    assertThatThrownBy(() -> Revision.parse("P0:1,".repeat(100_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("\"P0:1,P0:1,")
        .hasMessageContaining("… names no version".substring(1));
  }

  @Test
  void singleDotCoversOnlyItself() {
    Revision revision = Revision.parse("P0:1+P0:3");
    assertThat(List.of(dot(0, 1), dot(0, 3))).allMatch(revision::covers);
    assertThat(List.of(dot(0, 2), dot(0, 4), dot(1, 1))).noneMatch(revision::covers);
    assertThat(revision.isWithin(VectorClock.of(List.of(dot(0, 3))))).isTrue();
    assertThat(revision.isWithin(VectorClock.of(List.of(dot(0, 2))))).isFalse();
  }

  /** Against plain sets of dots. */
  @Test
  void mergingIsTheUnionOfWrites() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000; i++) {
      TreeSet<Dot> writes = new TreeSet<>();
      Revision a = drawn(random, writes);
      Revision b = drawn(random, writes);
      Revision both = a.merge(b);
      for (long node = 0; node < 3; node++) {
        for (long number = 1; number < 6; number++) {
          Dot dot = dot(node, number);
          assertThat(both.covers(dot)).isEqualTo(writes.contains(dot));
        }
      }
      assertThat(b.merge(a)).isEqualTo(both);
      assertThat(both.merge(a)).isEqualTo(both);
      assertThat(Revision.parse(both.toString())).isEqualTo(both);
    }
  }

  private static Revision drawn(SplittableRandom random, TreeSet<Dot> writes) {
    Revision revision = Revision.none();
    for (int i = random.nextInt(6); i > 0; i--) {
      Dot dot = dot(random.nextInt(3), 1 + random.nextInt(5));
      revision = revision.with(dot);
      writes.add(dot);
    }
    return revision;
  }
}
