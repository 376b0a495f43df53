package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.RegisterNote;
import coterie.core.Silent;
import coterie.core.View;
import coterie.recipe.RegisterRecipe;
import coterie.recipe.Settings;
import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsReportTest extends CommandTest {
  /** A register of which every process has its own, and asks nobody. */
  public static final class Selfish implements Protocol<Silent> {
    private final Context<Silent> context;
    private long requests;
    private long version;
    private String value = "";

    Selfish(Context<Silent> context) {
      this.context = context;
    }

    public void get(String name) {
      context.note(new RegisterNote.Requested(name, ++requests, new RegisterNote.Get()));
      context.note(new RegisterNote.Succeeded(name, requests, version, value));
    }

    public void set(String name, String newValue) {
      context.note(new RegisterNote.Requested(name, ++requests, new RegisterNote.Set(newValue)));
      value = newValue;
      context.note(new RegisterNote.Succeeded(name, requests, ++version, value));
    }

    @Override
    public void receive(NodeId from, Silent message) {}
  }

  record OfSelfish() implements RegisterRecipe {
    @Override
    public String name() {
      return "selfish";
    }

    @Override
    public String summary() {
      return "a register for tests";
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      return node -> node.add("selfish", Silent.class, Selfish::new);
    }
  }

  private static final Recipes SELFISH = new Recipes(List.of(new OfSelfish()));

  private static Ran selfish(String... more) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> words = new ArrayList<>(List.of("sim", "selfish", "-n", "2", "--until", "5"));
    words.addAll(List.of(more));
    PrintWriter errors = new PrintWriter(err, true);
    int code = Main.run(SELFISH, new PrintWriter(out, true), errors, words.toArray(String[]::new));
    return new Ran(code, out.toString(), err.toString());
  }

  @Test
  void runThatIsNotLinearizableFailsAndSaysWhere() {
    Ran ran = selfish("--at", "1 call 0 set x red", "--at", "2 call 1 get x");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(
            "coterie: register x is not linearizable: at 2 no order of the calls explains get of"
                + " P1, which succeeded with version 0, no value\n");
    assertThat(ran.out())
        .contains(
            """
            register  get  set  cas  succeeded  refused  unknown  open  version
            x           1    1    0          2        0        0     0        1

            An outcome took 0 s at the median, 0 s at most; 0.0 messages a call.
            Not linearizable: no order of the calls explains all outcomes.
            """);
    Ran json = selfish("--at", "1 call 0 set x red", "--at", "2 call 1 get x", "--json");
    assertThat(json.out()).contains("\"linearizable\":false");
  }

  @Test
  void oneProcessAloneIsLinearizable() {
    Ran ran = selfish("--at", "1 call 0 set x red", "--at", "2 call 0 get x");
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains("Linearizable: one order of the 2 calls explains every outcome; all have one.\n");
    Ran json = selfish("--at", "1 call 0 set x red", "--at", "2 call 0 get x", "--json");
    assertThat(json.out()).contains("\"calls\":2,\"linearizable\":true,\"tookMedian\":0");
  }

  @Test
  void nobodyCalls() {
    assertThat(runLine("sim register --clients 0 --until 1").out())
        .contains("Nobody has called a register.");
  }

  @Test
  void callsWithoutAnOutcomeAreCounted() {
    Ran ran =
        runLine(
            "sim register -n 3 --clients 0 --timeout 1s --until 5 --crash 1@1 --crash 2@1",
            "--at",
            "2 call 0 set x red",
            "--at",
            "4.5 call 0 get x");
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains("x           1    1    0          0        0        1     1        0")
        .contains("Linearizable: one order of the 2 calls explains every outcome;")
        .contains("2 have none that is known.");
  }

  @Test
  void wrongCallsAreRefusedInOneSentence() {
    Ran ran = runLine("sim register --clients 0 --until 1", "--at", "0.5 call 1 cas x -1 red");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .contains("the expected version is -1; give the version that was read, or 0 for none")
        .hasLineCount(1);
    refused(
        runLine("sim register --backoff 0"), "timeout, resend and backoff must be longer than 0");
  }
}
