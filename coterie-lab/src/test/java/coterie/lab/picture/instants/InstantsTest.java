package coterie.lab.picture.instants;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import coterie.core.TimeText;
import coterie.lab.picture.Script;
import coterie.sim.fault.Fault;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstantsTest {
  private static Script sends(double... times) {
    Script script = new Script();
    for (double time : times) {
      script.at(time).send(0, 1, 1);
    }
    return script;
  }

  private static long seconds(double time) {
    return (long) (time * TimeText.SECOND);
  }

  private static Instants instants(Script script, boolean isFolded, int rowsMax) {
    Detail detail = isFolded ? Detail.FOLDED : Detail.WHOLE;
    return Instants.of(script.events, Causes.of(script.events), List.of(), detail, rowsMax);
  }

  @Test
  void fewInstantsHaveARowEach() {
    Instants instants = instants(sends(1, 2, 2, 2.125), false, 120);
    assertThat(instants.size()).isEqualTo(3);
    assertThat(instants.row(seconds(2))).isEqualTo(1);
    assertThat(instants.label(1)).isEqualTo("2");
    assertThat(instants.label(2)).isEqualTo("2.1");
  }

  @Test
  void manyInstantsThatAreCloseShareARow() {
    Instants instants = instants(sends(1, 1.125, 1.25, 5, 5.125, 9, 13, 13.125, 13.25), false, 4);
    assertThat(instants.size()).isEqualTo(4);
    assertThat(instants.instants()).isEqualTo(9);
    assertThat(instants.row(seconds(1.25))).isZero();
    assertThat(instants.row(seconds(13.125))).isEqualTo(3);
  }

  @Test
  void faultBeginsARowOfItsOwnTime() {
    Script script = sends(1, 1.125, 1.25);
    script.at(1.3755).fault(new Fault.HealAll()).at(1.5).send(0, 1, 1);
    sends(5, 5.125, 9).events.forEach(script.events::add);
    Instants instants = instants(script, false, 3);
    int row = instants.row(seconds(1.3755));
    assertThat(row).isGreaterThan(instants.row(seconds(1.25)));
    assertThat(instants.label(row)).isEqualTo("1.3755");
  }

  @Test
  void routineIsFoldedButWhatMattersIsNot() {
    Script script = new Script();
    for (int i = 0; i < 100; i++) {
      script.at(i).send(0, 1, i);
      if (i == 70) {
        script.note(0, new Note.Suspected(Script.node(1)));
      }
    }
    Instants instants = instants(script, true, 120);
    assertThat(instants.size()).as("first, fold, note, fold").isEqualTo(4);
    assertThat(instants.isFolded(instants.row(seconds(40)))).isTrue();
    assertThat(instants.isFolded(instants.row(seconds(70)))).isFalse();
    assertThat(instants.rank(instants.row(seconds(70)))).isEqualTo(Ranks.Rank.CHANGE);
    assertThat(instants.range(1, 1)).isEqualTo("1 to 69");
  }

  @Test
  void rowsWithFaultsAreChosenFirstAndTheHeightIsKept() {
    Script script = new Script();
    for (int i = 0; i < 100; i++) {
      script.at(i).note(0, new Script.Told("a"));
      if (i == 70) {
        script.fault(new Fault.HealAll());
      }
    }
    Instants instants = instants(script, true, 120);
    double[] heights = new double[instants.size()];
    Arrays.fill(heights, 10);
    boolean[] chosen = ChosenRows.of(instants, heights, 22, 200, 120);
    assertThat(chosen[instants.row(seconds(70))]).isTrue();
    assertThat(chosen[instants.row(seconds(71))]).as("what follows a fault").isTrue();
    assertThat(chosen[instants.row(seconds(40))]).isFalse();
    int count = 0;
    for (boolean one : chosen) {
      count += one ? 1 : 0;
    }
    assertThat(10 * count + 2 * 22).isLessThanOrEqualTo(200).isGreaterThan(160);
  }
}
