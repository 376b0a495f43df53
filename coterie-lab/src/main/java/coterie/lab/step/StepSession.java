package coterie.lab.step;

import coterie.lab.TextFiles;
import coterie.sim.Whereabouts;
import coterie.sim.manual.Choice;
import coterie.sim.scenario.ChoiceByName;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets a person choose the next event from a list, and writes what was chosen as a scenario. A line
 * of input is a number of the list, an event in words, or a letter.
 */
public final class StepSession {
  private static final int LISTED_MAX = 30;

  private static final List<String> HELP =
      List.of(
          "NUMBER   let that event happen",
          "EVENT    an event in words, such as: crash P1, call P1 acquire, cut P0 - P1",
          "f        list faults and other mishaps as well, or hide them",
          "u        take the last choice back",
          "w FILE   write the schedule as a scenario",
          "l        list everything, however long",
          "q        end; a schedule that was not written is printed",
          "?        this help");

  private final SteppedRun run;
  private final BufferedReader in;
  private final PrintWriter out;
  private final Set<String> told = new HashSet<>();
  private List<Choice> listed = List.of();
  private boolean hasMishaps;
  private boolean isWritten;

  public StepSession(Scenario scenario, Recipes recipes, BufferedReader in, PrintWriter out) {
    this.run = new SteppedRun(scenario, recipes);
    this.in = in;
    this.out = out;
    this.isWritten = run.chosen().isEmpty();
  }

  /** Goes on until the input ends or asks for the end; returns what was violated. */
  public List<String> run() throws IOException {
    tell();
    list(LISTED_MAX);
    String line = ask();
    while (line != null && !line.equals("q")) {
      handle(line);
      line = ask();
    }
    if (line == null) {
      out.println();
    }
    end();
    return run.violations();
  }

  private @Nullable String ask() throws IOException {
    out.print("> ");
    out.flush();
    String line = in.readLine();
    return line == null ? null : line.strip();
  }

  private void handle(String line) {
    switch (line) {
      case "" -> list(LISTED_MAX);
      case "l" -> list(Integer.MAX_VALUE);
      case "?" -> HELP.forEach(out::println);
      case "u" -> undo();
      case "f" -> {
        hasMishaps = !hasMishaps;
        list(LISTED_MAX);
      }
      default -> {
        if (line.equals("w") || line.startsWith("w ")) {
          write(line.substring(1).strip());
        } else {
          choose(line);
        }
      }
    }
  }

  private void choose(String line) {
    try {
      run.apply(choice(line));
      isWritten = false;
      tell();
      list(LISTED_MAX);
    } catch (RuntimeException | AssertionError e) {
      boolean isRefusal = e instanceof IllegalArgumentException && Whereabouts.of(e) == null;
      out.println(isRefusal ? e.getMessage() : "the protocol failed, so this is taken back: " + e);
      run.playAgain();
    }
  }

  private Choice choice(String line) {
    if (line.matches("[0-9]+")) {
      int number = line.length() > 9 ? 0 : Integer.parseInt(line);
      if (number < 1 || number > listed.size()) {
        throw new IllegalArgumentException(
            listed.isEmpty()
                ? "nothing can happen by itself; type f for faults, or ? for help"
                : "the list goes from 1 to %d, not to %s".formatted(listed.size(), line));
      }
      return listed.get(number - 1);
    }
    try {
      return ChoiceByName.parse(line);
    } catch (ScenarioException e) {
      throw new IllegalArgumentException(e.getMessage() + "; ? lists what can be typed", e);
    }
  }

  private void undo() {
    if (run.undo()) {
      isWritten = false;
      out.println("taken back");
      list(LISTED_MAX);
    } else {
      out.println("nothing was chosen yet, so nothing can be taken back");
    }
  }

  /** Prints what has happened, and what was broken by it. */
  private void tell() {
    run.news().forEach(out::println);
    for (String violation : run.violations()) {
      if (told.add(violation)) {
        out.println("broken: " + violation);
      }
    }
  }

  private void list(int most) {
    List<Choice> events = run.events();
    listed = new ArrayList<>(events);
    if (hasMishaps) {
      listed.addAll(run.mishaps());
    }
    int shown = Math.min(most, listed.size());
    out.println();
    for (int i = 0; i < shown; i++) {
      if (i == events.size()) {
        out.println("     and what can go wrong:");
      }
      out.printf("%4d  %s%n", i + 1, listed.get(i).text());
    }
    if (shown < listed.size()) {
      out.printf("      and %d more; l lists all%n", listed.size() - shown);
    } else if (listed.isEmpty()) {
      out.println("nothing can happen by itself; type f for faults, or ? for help");
    }
  }

  private void write(String file) {
    if (file.isEmpty()) {
      out.println("w takes the name of a file, such as w found.scenario");
      return;
    }
    try {
      Path path = Path.of(file);
      TextFiles.requireWritable(path);
      TextFiles.write(path, String.join("\n", run.text()) + "\n");
      isWritten = true;
      out.printf("written; coterie sim %s --trace shows it again%n", file);
    } catch (IllegalArgumentException e) {
      out.println(
          e instanceof InvalidPathException ? "no file can have that name" : e.getMessage());
    } catch (IOException e) {
      out.println("cannot write " + TextFiles.why(e));
    }
  }

  private void end() {
    if (!isWritten) {
      out.println();
      run.text().forEach(out::println);
    }
    out.flush();
  }
}
