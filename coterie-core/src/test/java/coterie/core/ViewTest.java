package coterie.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ViewTest {
  private static View of(long... ids) {
    return View.of(LongStream.of(ids).mapToObj(NodeId::new).toList());
  }

  private static List<Long> ids(View view) {
    return java.util.stream.IntStream.range(0, view.size())
        .mapToObj(i -> view.at(i).value())
        .toList();
  }

  @Test
  void membersStandInAscendingOrder() {
    assertThat(ids(of(7, -3, 0, 100))).containsExactly(-3L, 0L, 7L, 100L);
    assertThat(ids(View.numbered(5, 3))).containsExactly(5L, 6L, 7L);
  }

  @Test
  void lastIsFollowedByTheFirst() {
    View view = of(4, 8, 15);
    assertThat(view.after(0)).isEqualTo(1);
    assertThat(view.after(2)).isZero();
    assertThat(of(9).after(0)).isZero();
  }

  @Test
  void membersAreFoundWithAndWithoutGaps() {
    for (View view : List.of(of(2, 3, 4), of(2, 4, 9), of(5), View.numbered(0, 3))) {
      for (int i = 0; i < view.size(); i++) {
        assertThat(view.indexOf(view.at(i))).as("%s of %s", i, view).isEqualTo(i);
      }
    }
  }

  @Test
  void strangersAreNotFound() {
    for (long stranger : new long[] {Long.MIN_VALUE, -1, 1, 5, 6, 10, Long.MAX_VALUE}) {
      assertThat(of(2, 3, 4).indexOf(new NodeId(stranger))).as("%s", stranger).isEqualTo(-1);
      assertThat(of(2, 4, 9).indexOf(new NodeId(stranger))).as("%s", stranger).isEqualTo(-1);
    }
  }

  @Test
  void hashesFromTheWholeRangeOfNumbersAreFound() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      TreeSet<Long> set = new TreeSet<>(List.of(Long.MIN_VALUE, Long.MAX_VALUE));
      random.longs(random.nextInt(1, 20)).forEach(set::add);
      View view = View.of(set.stream().map(NodeId::new).toList());
      assertThat(ids(view)).as("seed %d", seed).containsExactlyElementsOf(set);
      for (int i = 0; i < view.size(); i++) {
        assertThat(view.indexOf(view.at(i))).as("seed %d", seed).isEqualTo(i);
        NodeId next = new NodeId(view.at(i).value() + 1);
        boolean isMember = set.contains(next.value());
        assertThat(view.indexOf(next) >= 0).as("seed %d", seed).isEqualTo(isMember);
      }
    }
  }

  @Test
  void contiguousNumbersAtTheEndOfTheRangeAreFound() {
    View view = of(Long.MAX_VALUE - 1, Long.MAX_VALUE);
    assertThat(view.indexOf(new NodeId(Long.MAX_VALUE))).isEqualTo(1);
    assertThat(view.indexOf(new NodeId(Long.MIN_VALUE))).isEqualTo(-1);
  }

  @Test
  void memberNamedTwiceIsRefused() {
    assertThatThrownBy(() -> of(1, 2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a view names each member once; twice: P1");
  }

  @Test
  void emptyViewIsRefused() {
    assertThatThrownBy(() -> of()).hasMessage("a view has at least one member");
    assertThatThrownBy(() -> View.numbered(0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a view has at least one member, not 0");
  }

  @Test
  void viewNamesItsMembers() {
    assertThat(of(3, 1)).hasToString("[P1, P3]");
  }
}
