package coterie.lab.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepSessionTest {
  private static final Recipes RECIPES = Recipes.of(StepSessionTest.class.getClassLoader());
  private static final List<String> BULLY =
      List.of("protocol bully", "nodes 3", "set detector none", "at 1 call 1 notice");

  @TempDir private Path folder;

  private static Scenario read(List<String> lines) {
    return new ScenarioReader(RECIPES).text("test", lines).scenario();
  }

  private static List<String> play(List<String> scenario, String... typed) throws IOException {
    StringWriter out = new StringWriter();
    String input = String.join("\n", typed);
    new StepSession(
            read(scenario),
            RECIPES,
            new BufferedReader(new StringReader(input)),
            new PrintWriter(out))
        .run();
    return out.toString().lines().toList();
  }

  @Test
  void whatIsChosenHappensAndIsPrintedAtTheEnd() throws IOException {
    assertEquals(
        List.of(
            "       0  P0   knows phase=IDLE leader=- term=0",
            "       0  P1   knows phase=IDLE leader=- term=0",
            "       0  P2   knows phase=IDLE leader=- term=0",
            "",
            "   1  call P1 notice",
            ">        0  P1   call notice",
            "       0  P1   Campaigned term=0 reason=noticed",
            "       0  P1   sends Election term=0 to P2",
            "       0  P1   knows phase=WAITING_OK leader=- term=0",
            "",
            "   1  deliver Election[term=0] P1 -> P2",
            "   2  expire P1 ok",
            "> ",
            "protocol bully",
            "nodes 3",
            "schedule manual",
            "set detector none",
            "seed 1",
            "then call P1 notice"),
        play(BULLY, "1", "q"));
  }

  @Test
  void whatIsWrittenShowsTheSameRun() throws IOException {
    Path file = folder.resolve("found.scenario");
    List<String> shown = play(BULLY, "1", "crash P0", "1", "3", "f", "2", "u", "w " + file);
    Scenario written = read(Files.readAllLines(file));
    assertEquals(
        List.of(
            "call P1 notice",
            "crash P0",
            "deliver Election P1 -> P2",
            "deliver Coordinator P2 -> P1"),
        written.choices().stream().map(choice -> choice.text()).toList());
    ScenarioRun run = new ScenarioRun(written, RECIPES);
    List<String> lines = new ArrayList<>();
    run.trace(written.shown(), event -> lines.add(Lines.of(event)));
    run.run();
    List<String> events =
        shown.stream()
            .map(line -> line.startsWith("> ") ? line.substring(2) : line)
            .filter(line -> line.matches(" +[0-9.]+  (P[0-9]|--) .*"))
            .toList();
    assertTrue(events.containsAll(lines), () -> lines + "\nare not all in\n" + events);
    List<String> again = play(Files.readAllLines(file), "q");
    assertTrue(again.containsAll(lines.subList(1, lines.size())), again::toString);
  }

  @Test
  void nonsenseIsExplainedAndChangesNothing() throws IOException {
    List<String> lines =
        play(BULLY, "", "99", "dance", "crash P9", "deliver Ok P0 -> P1", "u", "w", "durable P0");
    assertTrue(lines.contains("> the list goes from 1 to 1, not to 99"), lines::toString);
    assertTrue(lines.contains("> there is no P9; the nodes are P0 to P2"), lines::toString);
    assertTrue(
        lines.contains("> nothing was chosen yet, so nothing can be taken back"), lines::toString);
    assertTrue(
        lines.contains("> w takes the name of a file, such as w found.scenario"), lines::toString);
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("> \"dance\" is not an event")),
        lines::toString);
    assertEquals("> ", lines.getLast(), "nothing was chosen, so nothing is printed");
  }

  @Test
  void aBrokenExpectationIsToldAtOnce() throws IOException {
    List<String> scenario = new ArrayList<>(BULLY);
    scenario.add("expect never two-leaders");
    List<String> lines = play(scenario, "1", "1", "expire P1 ok");
    assertTrue(
        lines.contains("broken: expected \"never two-leaders\", but at 2 P1 and P2 lead"),
        lines::toString);
  }
}
