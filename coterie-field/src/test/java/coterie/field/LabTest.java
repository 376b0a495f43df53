package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.Shell;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabTest {
  @Test
  void cutIsOneWayAndHeals() {
    try (Lab lab = Lab.open(3)) {
      assertThat(answers(lab, 0, 1)).isTrue();
      lab.cut(1, 0); // The question arrives, the answer does not.
      assertThat(answers(lab, 0, 1)).isFalse();
      assertThat(answers(lab, 0, 2)).isTrue();
      lab.heal();
      assertThat(answers(lab, 0, 1)).isTrue();
      lab.split(List.of(2));
      assertThat(answers(lab, 0, 1)).isTrue();
      assertThat(answers(lab, 2, 1)).isFalse();
    }
  }

  @Test
  void nothingOfItIsLeftBehind() {
    String space;
    try (Lab lab = Lab.open(1)) {
      space = lab.space(0);
      assertThat(Shell.run("ip", "netns", "list")).contains(space);
    }
    assertThat(Shell.run("ip", "netns", "list")).doesNotContain(space);
  }

  /** Whether a connection is refused, which takes a packet in each direction. */
  private static boolean answers(Lab lab, int from, int to) {
    String connect = "exec 3<>/dev/tcp/%s/9".formatted(lab.address(to));
    String text = lab.at(from, "bash", "-c", "timeout 1 bash -c '" + connect + "' 2>&1; true");
    return text.contains("refused");
  }
}
