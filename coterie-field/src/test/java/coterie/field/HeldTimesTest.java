package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.field.HeldTimes.Held;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The judge of the other tests is judged first, on records that were made up. */
class HeldTimesTest {
  private final HeldTimes times = new HeldTimes();

  @Test
  void oneAfterTheOtherIsFine() {
    times.add(new Held("a", "door", 1, 10, 20));
    times.add(new Held("b", "door", 2, 21, 30));
    times.add(new Held("a", "door", 3, 31, 40));
    assertThat(times.problems()).isEmpty();
    assertThat(times.holdings("door")).isEqualTo(3);
  }

  @Test
  void twoAtOneInstantAreFound() {
    times.add(new Held("a", "door", 1, 10, 20));
    times.add(new Held("b", "door", 2, 20, 30));
    assertThat(times.problems()).singleElement().asString().contains("held twice");
  }

  @Test
  void longHoldingIsComparedWithAllThatFollow() {
    times.add(new Held("a", "door", 1, 10, 100));
    times.add(new Held("a", "window", 1, 10, 100));
    times.add(new Held("b", "door", 2, 20, 30));
    times.add(new Held("c", "door", 3, 40, 50));
    assertThat(times.problems()).hasSize(2);
  }

  @Test
  void holdingInTwoPartsWithAnotherBetweenIsFound() {
    times.add(new Held("a", "door", 1, 10, 20));
    times.add(new Held("a", "door", 1, 50, 60));
    times.add(new Held("b", "door", 2, 30, 40));
    assertThat(times.problems()).singleElement().asString().contains("held twice");
  }

  @Test
  void lowerTokenLaterIsFound() {
    times.add(new Held("a", "door", 5, 10, 20));
    times.add(new Held("b", "door", 4, 30, 40));
    assertThat(times.problems()).singleElement().asString().contains("not greater");
  }

  @Test
  void sameTokenOfTwoHoldersIsFound() {
    times.add(new Held("a", "door", 5, 10, 20));
    times.add(new Held("b", "door", 5, 30, 40));
    assertThat(times.problems()).singleElement().asString().contains("not greater");
  }

  @Test
  void laterLifeIsAnotherHolder() {
    times.add(new Held("a-1", "door", 5, 10, 20));
    times.add(new Held("a-2", "door", 5, 30, 40));
    assertThat(times.problems()).hasSize(1);
  }

  @Test
  void tornLastLineOfOneThatWasKilledIsLeftOut(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("a");
    Files.writeString(file, new Held("a", "door", 1, 10, 20).line() + "\ndoor 1 20 2");
    times.addFile("a", file);
    times.add(new Held("b", "door", 2, 21, 30));
    assertThat(times.problems()).isEmpty();
    assertThat(times.holdings("door")).isEqualTo(2);
  }

  @Test
  void timeThatRunsBackwardsIsNoRecord() {
    assertThatThrownBy(() -> new Held("a", "door", 1, 20, 10)).hasMessageContaining("later");
  }
}
