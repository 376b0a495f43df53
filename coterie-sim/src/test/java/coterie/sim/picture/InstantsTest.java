package coterie.sim.picture;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.TimeText;
import coterie.sim.fault.Fault;
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

  @Test
  void fewInstantsHaveARowEach() {
    Instants instants = Instants.of(sends(1, 2, 2, 2.125).events, 120);
    assertThat(instants.size()).isEqualTo(3);
    assertThat(instants.row(seconds(2))).isEqualTo(1);
    assertThat(instants.label(1)).isEqualTo("2");
    assertThat(instants.label(2)).isEqualTo("2.1");
    assertThat(instants.isShared()).isFalse();
  }

  @Test
  void manyInstantsThatAreCloseShareARow() {
    Instants instants =
        Instants.of(sends(1, 1.125, 1.25, 5, 5.125, 9, 13, 13.125, 13.25).events, 4);
    assertThat(instants.size()).isEqualTo(4);
    assertThat(instants.row(seconds(1.25))).isZero();
    assertThat(instants.row(seconds(13.125))).isEqualTo(3);
    assertThat(instants.isShared()).isTrue();
    assertThat(instants.leftOutBefore(4)).isZero();
  }

  @Test
  void rowsWithFaultsAreNotLeftOut() {
    Script script = new Script();
    for (int i = 0; i < 100; i++) {
      script.at(i).send(0, 1, i);
      if (i == 70) {
        script.fault(new Fault.HealAll());
      }
    }
    Instants instants = Instants.of(script.events, 8);
    assertThat(instants.size()).isEqualTo(8);
    assertThat(instants.row(seconds(70))).isPositive();
    assertThat(instants.row(seconds(40))).isNegative();
    assertThat(instants.leftOutBefore(instants.row(seconds(70)))).isPositive();
    assertThat(instants.label(7)).isEqualTo("99");
  }
}
