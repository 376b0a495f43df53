package coterie.lab.flag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioText;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlainFlagsTest {
  private static final Recipes RECIPES = Recipes.of(PlainFlagsTest.class.getClassLoader());

  private static PlainFlags flags(String line) {
    return new PlainFlags(List.of(line.split(" ")));
  }

  @Test
  void flagsOfARunMeanWhatFilesMean() {
    PlainFlags flags = flags("hunt raft -n 7 --loss=5% --crash 1@3+2 --timeout-min 100ms");
    assertThat(flags.word("a kind")).isEqualTo("hunt");
    ScenarioReader read = new ScenarioReader(RECIPES);
    String protocol = flags.word("a protocol");
    read.statement("", "protocol " + protocol);
    flags.settings(RECIPES.named(protocol)).accept(read);
    flags.run(read);
    flags.end();
    Scenario expected =
        new ScenarioReader(RECIPES)
            .text(
                "",
                List.of(
                    "protocol raft",
                    "nodes 7",
                    "set timeout-min 100ms",
                    "loss 5%",
                    "at 3 crash 1 for 2"))
            .scenario();
    assertThat(ScenarioText.lines(read.scenario(), RECIPES))
        .isEqualTo(ScenarioText.lines(expected, RECIPES));
  }

  @Test
  void listedFlagsHaveTheirDefaults() {
    List<String> file =
        List.of(
            "# A remark.",
            "mutexes | NAME | list or all",
            "think | TIME | list | 0,10ms,1s",
            "set | X=Y | repeated",
            "hold | TIME | one | 10ms",
            "nodes | N | list");
    Given given = flags("--mutexes --set a=1,2 --set b=3 --nodes 3,5").listed(file);
    assertThat(given.all("--mutexes")).containsExactly("all");
    assertThat(given.all("--set")).containsExactly("a=1,2", "b=3");
    assertThat(given.all("--nodes")).containsExactly("3", "5");
    assertThat(given.all("--think")).containsExactly("0", "10ms", "1s");
    assertThat(given.value("--hold")).isEqualTo("10ms");
    assertThat(given.has("--hold")).isFalse();
  }

  @Test
  void whatNobodyTakesIsRefused() {
    PlainFlags flags = flags("--seeds 4 --sedes 5");
    assertThat(flags.take("seeds", "1")).isEqualTo("4");
    assertThat(flags.take("json")).isNull();
    assertThatThrownBy(flags::end).hasMessage("\"--sedes\" is not understood here");
    assertThatThrownBy(() -> flags.word("a protocol")).hasMessage("give a protocol");
    assertThatThrownBy(flags("more")::end).hasMessage("\"more\" is not understood here");
  }
}
