package coterie.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.trace.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioReaderTest {
  private static final String TIME =
      "a time is a number from 0, in seconds or with one of the units ns, us, ms, s, m, h, d";
  private static final String LINK =
      "between two nodes stands - (both ways) or -> (one way): 0 - 1, 0 -> 1";

  static Scenario read(String... statements) {
    List<String> lines = new ArrayList<>(List.of("protocol beats", "nodes 4"));
    lines.addAll(List.of(statements));
    return new ScenarioReader(Beats.RECIPES).text("file", lines).scenario();
  }

  private static List<String> steps(String... statements) {
    return read(statements).steps().stream()
        .map(
            step ->
                TimeText.format(step.atNanos())
                    + " "
                    + switch (step.action()) {
                      case Step.Inject inject -> inject.fault().text();
                      case Step.Call call -> call.target().text() + " " + call.text();
                      case Step.Say say -> "say " + say.sentence();
                    })
        .toList();
  }

  @Test
  void protocolAloneIsAScenario() {
    Scenario scenario =
        new ScenarioReader(Beats.RECIPES).text("file", List.of("protocol beats")).scenario();
    assertThat(scenario.protocol()).isEqualTo("beats");
    assertThat(scenario.members()).hasToString("[P0, P1, P2, P3]");
    assertThat(scenario.untilNanos()).isEqualTo(300 * TimeText.SECOND);
    assertThat(scenario.setup()).isEqualTo(coterie.sim.Setup.standard());
    assertThat(scenario.steps()).isEmpty();
    assertThat(scenario.shown()).isEqualTo(Kind.usual());
  }

  @Test
  void everyStatementIsRead() {
    Scenario scenario =
        read(
            "# a comment",
            "nodes 3   # another",
            "ids-from 10",
            "",
            "until 1m",
            "seed -42",
            "ties faults-last",
            "latency uniform:10ms,100ms",
            "unreachable on",
            "sync 5ms",
            "loss 0.1",
            "duplicate 0.2",
            "reorder 0.3 by 1s",
            "set period 20",
            "set loud true",
            "show notes states",
            "send-only P11");
    assertThat(scenario.members()).hasToString("[P10, P11, P12]");
    assertThat(scenario.untilNanos()).isEqualTo(60 * TimeText.SECOND);
    assertThat(scenario.setup().seed()).isEqualTo(-42);
    assertThat(scenario.setup().ties()).isEqualTo(Ties.FAULTS_LAST);
    assertThat(scenario.setup().latency()).isEqualTo(Latency.parse("uniform:10ms,100ms"));
    assertThat(scenario.setup().refusing()).isTrue();
    assertThat(scenario.setup().syncNanos()).isEqualTo(5_000_000);
    assertThat(scenario.setup().conditions())
        .containsExactly(
            new Fault.Loss(0.1),
            new Fault.Duplication(0.2),
            new Fault.Reordering(0.3, TimeText.SECOND),
            new Fault.SendOnly(new NodeId(11)));
    assertThat(scenario.settings()).containsEntry("period", "20").containsEntry("loud", "true");
    assertThat(scenario.shown()).isEqualTo(EnumSet.of(Kind.NOTES, Kind.STATES));
  }

  @Test
  void silenceFollowsFromLatencyUnlessSaid() {
    assertThat(read("latency 1").setup().refusing()).isFalse();
    assertThat(read("latency instant").setup().refusing()).isTrue();
    assertThat(read("unreachable off").setup().refusing()).isFalse();
    assertThat(read("show all").shown()).isEqualTo(EnumSet.allOf(Kind.class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "crash P1",
        "crash P1 keeping",
        "pause P1",
        "slow P1 by 0.5",
        "cut P0 - P1",
        "cut P0 -> P1",
        "heal P0 - P1",
        "heal P0 -> P1",
        "heal all",
        "partition P0 P1 | P2 P3",
        "send-only P2",
        "receive-only P2",
        "clock P1 offset +0.5",
        "clock P1 offset -3",
        "clock P1 drift +100ppm",
        "clock P1 drift -100ppm",
        "loss 0.5",
        "duplicate 0.5",
        "reorder 0.5 by 0.1",
        "latency uniform:0.01,0.1",
        "latency constant:0"
      })
  void faultIsWrittenAsItIsRead(String words) {
    assertThat(steps("at 40 " + words)).containsExactly("40 " + words);
  }

  @Test
  void recoveriesAndResumptionsFollowTheirFaults() {
    assertThat(
            steps(
                "at 50 recover 1",
                "at 40 crash P1",
                "at 60.5s pause 2",
                "at 61 resume 2",
                "at 5 heal"))
        .containsExactly(
            "5 heal all", "40 crash P1", "50 recover P1", "60.5 pause P2", "61 resume P2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "crash 1; crash P1; recover P1",
        "crash 1 keeping; crash P1 keeping; recover P1",
        "pause 1; pause P1; resume P1",
        "slow 1 by 2; slow P1 by 2; slow P1 by 0",
        "cut 0 -> 1; cut P0 -> P1; heal P0 -> P1",
        "cut 0 - 1; cut P0 - P1; heal P0 - P1",
        "partition 0 1 | 2; partition P0 P1 | P2; heal all",
        "loss 0.5; loss 0.5; loss 0.0",
        "duplicate 0.5; duplicate 0.5; duplicate 0.0",
        "reorder 0.5 by 1; reorder 0.5 by 1; reorder 0.0 by 0",
      })
  void faultForAWhileIsUndoneAfterIt(String words, String fault, String undo) {
    assertThat(steps("at 10 %s for 5.5".formatted(words)))
        .containsExactly("10 " + fault, "15.5 " + undo);
  }

  @Test
  void callsAreRead() {
    assertThat(steps("at 10 call 1 hit 2 7 true", "at 10 call 1 beats"))
        .containsExactly("10 P1 hit 2 7 true", "10 P1 beats");
  }

  @Test
  void stepsOfOneInstantKeepTheOrderOfTheFile() {
    assertThat(steps("at 10 loss 0.1", "at 5 crash 0", "at 10 loss 0.2", "at 10 crash 1"))
        .containsExactly("5 crash P0", "10 loss 0.1", "10 loss 0.2", "10 crash P1");
  }

  /** A statement and, after the first semicolon, what is said of it. */
  static final List<String> ERRORS =
      List.of(
          "protocol swim; there is no protocol \"swim\"; there is beats",
          "protocol; after \"protocol\" comes a protocol",
          "nodes 0; a group has 1 to 1000000 nodes, not 0",
          "nodes -3; a group has 1 to 1000000 nodes, not -3",
          "nodes 1000001; a group has 1 to 1000000 nodes, not 1000001",
          "nodes 3000000000; a group has 1 to 1000000 nodes, not 3000000000",
          "nodes four; \"four\" is not a whole number",
          "ids-from x; \"x\" is not a node; a node is its number, such as 1 or P1",
          "nodes 4 5; \"5\" is one word too many",
          "until -5; \"-5\" is not a time; " + TIME,
          "until; after \"until\" comes a time",
          "seed x; \"x\" is not a whole number",
          "ties random; unknown tie order \"random\"; choose scheduled, faults-last or shuffled",
          "latency 5 6; \"6\" is one word too many",
          "latency uniform:2,1; uniform:LOW,HIGH takes 0 <= LOW <= HIGH",
          "unreachable maybe; unreachable takes on or off, not \"maybe\"",
          "loss 2; \"2\" is not a probability from 0 to 1, such as 0.05 or 5%",
          "loss NaN; \"NaN\" is not a probability from 0 to 1, such as 0.05 or 5%",
          "loss half; \"half\" is not a probability from 0 to 1, such as 0.05 or 5%",
          "duplicate -0.1; \"-0.1\" is not a probability from 0 to 1, such as 0.05 or 5%",
          "reorder 0.1 1; \"1\" stands where \"by\" is expected",
          "reorder 0.1; after \"reorder 0.1\" comes \"by\"",
          "set speed 3; there is no setting \"speed\"; there is period, loud",
          "set period often; period takes a duration such as 30, 1.5s or 200ms, not \"often\"",
          "set period; after \"set period\" comes a value",
          "show everything; \"everything\" cannot be shown; choose sends, receives, drops,"
              + " alarms, saves, calls, notes, faults, states, verdicts, sentences",
          "crash 1; a fault of a process needs its time: at 31 crash P1",
          "pause 1; a fault of a process needs its time: at 31 pause P1",
          "at; after \"at\" comes a time",
          "at noon crash 1; \"noon\" is not a time; " + TIME,
          "at -5 crash 1; \"-5\" is not a time; " + TIME,
          "at 5; after \"at 5\" comes a fault",
          "at 5 explode 1; \"explode\" is nothing that can happen; there is crash, recover, pause,"
              + " resume, slow, cut, heal, partition, send-only, receive-only, clock, loss,"
              + " duplicate, reorder, latency, drop, delay, deliver, call, say",
          "at 5 crash; after \"at 5 crash\" comes a node such as 1",
          "at 5 crash one; \"one\" is not a node; a node is its number, such as 1 or P1, or a"
              + " role such as leader or next-holder",
          "at 5 crash 9; there is no P9; the nodes are P0 to P3",
          "at 5 crash 1 now; \"now\" is one word too many",
          "at 5 recover 1; P1 is up; recover takes one that is down",
          "at 5 resume 1; P1 is not paused; resume takes one that is",
          "at 5 cut 0 1; " + LINK,
          "at 5 cut 0; " + LINK,
          "at 5 cut 0 - 7; there is no P7; the nodes are P0 to P3",
          "at 5 partition 0 | 8; there is no P8; the nodes are P0 to P3",
          "at 5 slow 1 5; \"5\" stands where \"by\" is expected",
          "at 5 clock 1 offset soon; \"soon\" is not a time; " + TIME,
          "at 5 clock 1 drift 5; \"5\" is not a drift; a drift is +N or -N parts per million, such"
              + " as +100ppm",
          "at 5 clock 1 drift +600000ppm; a clock drifts by -500000 to 500000 ppm, not 600000",
          "at 5 clock 1 skew 5; \"skew\" stands where \"drift\" is expected",
          "at 5 heal all for 3; \"for\" goes with crash, pause, slow, cut, partition, loss,"
              + " duplicate and reorder",
          "at 5 crash 1 for; after \"at 5 crash 1 for\" comes a time",
          "at 5 call 1; after \"at 5 call 1\" comes the name of a method",
          "at 5 call 7 beats; there is no P7; the nodes are P0 to P3",
          "every 0 crash for 5; every takes a mean time above 0",
          "every 5 flood for 5; \"flood\" does not come by chance; there is crash, pause, cut,"
              + " partition",
          "every 5 crash; after \"every 5 crash\" comes \"for\"",
          "every 5 crash for ever; \"ever\" is not a time; " + TIME,
          "every 5 crash for 1 from 20 until 10; every ... from A until B takes A up to B",
          "every 5 crash for 1 until; after \"every 5 crash for 1 until\" comes a time",
          "explode 3; \"explode\" is not a statement; choose protocol, nodes, ids-from, until,"
              + " seed, ties, latency, loss, duplicate, reorder, unreachable, sync, set, show, at,"
              + " every, drop, delay, deliver, expect, schedule, then, and faults that hold from"
              + " the start");

  @ParameterizedTest
  @FieldSource("ERRORS")
  void errorNamesFileLineWordAndRemedy(String row) {
    String statement = row.substring(0, row.indexOf(';'));
    String message = row.substring(row.indexOf(';') + 1).strip();
    assertThatThrownBy(() -> read(statement))
        .as("it stands in line 3")
        .isInstanceOf(ScenarioException.class)
        .hasMessage("file:3: " + message);
  }

  @Test
  void whatCannotFollowIsSaidWithItsLine() {
    refused("P1 is down already; crash takes one that is up", "at 5 crash 1", "at 6 crash 1");
    refused("P1 is up; recover takes one that is down", "at 5 crash 1 for 3", "at 9 recover 1");
    refused(
        "P1 is down or paused already; pause takes a node that is running",
        "at 5 pause 1",
        "at 6 pause 1");
    refused(
        "P1 is down or paused already; pause takes a node that is running",
        "at 5 crash 1",
        "at 6 pause 1");
    refused(
        "P1 is down or paused; call takes a node that is running",
        "at 5 crash 1",
        "at 6 call 1 beats");
    refused(
        "P1 is down or paused; call takes a node that is running",
        "at 5 pause 1",
        "at 6 call 1 beats");
  }

  private static void refused(String message, String first, String second) {
    assertThatThrownBy(() -> read(first, second))
        .isInstanceOf(ScenarioException.class)
        .hasMessage("file:4: " + message);
  }

  @Test
  void scenarioNeedsAProtocol() {
    assertThatThrownBy(() -> new ScenarioReader(Beats.RECIPES).scenario())
        .hasMessage("a scenario says \"protocol NAME\"");
  }

  @Test
  void twoRecipesOfOneNameAreRefused() {
    assertThat(new Recipes(List.of(new Beats.AsRecipe(), new Beats.AsRecipe())).all()).hasSize(1);
    coterie.recipe.Recipe other =
        new coterie.recipe.Recipe() {
          @Override
          public String name() {
            return "beats";
          }

          @Override
          public String summary() {
            return "";
          }

          @Override
          public coterie.core.Blueprint blueprint(
              coterie.core.View members, coterie.recipe.Settings settings) {
            return node -> {};
          }
        };
    assertThatThrownBy(() -> new Recipes(List.of(new Beats.AsRecipe(), other)))
        .hasMessageStartingWith("two recipes are named beats: ");
  }
}
