package coterie.lab.explore;

import coterie.lab.finding.Finding;
import coterie.lab.finding.Shrinking;
import coterie.sim.explore.Plan;
import coterie.sim.explore.search.Explored;
import coterie.sim.manual.Choice;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a search has found, for people and for programs. What people read has no rates: so the same
 * search prints the same wherever it runs.
 */
public record ExploreReport(ExplorePlan asked, Explored found) {
  /** Makes a violation smaller and writes it to a folder; null if there is nothing to write. */
  @FunctionalInterface
  public interface Shrink {
    Shrinking.@Nullable Written write() throws IOException;
  }

  /**
   * Tells what was found. People are told before it is made smaller, and programs even if the
   * folder cannot be written: a search of hours is not lost because a disk is full.
   */
  public void tell(boolean isJson, PrintWriter out, Shrink shrink) throws IOException {
    if (!isJson) {
      print(out);
      out.flush();
    }
    List<String> files = List.of();
    try {
      Shrinking.Written written = shrink.write();
      if (written != null) {
        files = written.files();
        if (!isJson) {
          print(written, out);
        }
      }
    } finally {
      if (isJson) {
        out.println(Json.of(json(files)));
      }
      out.flush();
    }
  }

  private static void print(Shrinking.Written written, PrintWriter out) {
    Finding small = written.small();
    String size = counted(small.messages(), "message", "messages");
    out.printf(
        "%n%s is in %s, with picture, trace and test.%n",
        small.tries() == 0 ? "It" : "Made smaller, to %s, it".formatted(size), written.folder());
    out.println("  again: " + written.again());
  }

  /** Prints it for people. */
  private void print(PrintWriter out) {
    out.println(scope());
    out.printf(
        "%s, %s, depth %d; %s of single processes%n",
        counted(found.states(), "state", "states"),
        counted(found.transitions(), "transition", "transitions"),
        found.depth(),
        counted(found.localStates(), "state", "states"));
    out.println(verdict());
    Explored.Violation violation = found.violation();
    if (violation != null) {
      out.println();
      out.printf("%s: %s%n", violation.judge(), violation.text());
      print(violation, out);
    }
  }

  private void print(Explored.Violation violation, PrintWriter out) {
    List<Choice> path = violation.path();
    int starts = starts(path);
    int cycleAt = path.size() - violation.repeated();
    out.printf("A shortest path to it has %s:%n", counted(cycleAt - starts, "event", "events"));
    for (int i = 0; i < path.size(); i++) {
      if (i == cycleAt) {
        out.printf(
            "And %s may happen again and again:%n",
            counted(violation.repeated(), "event", "events"));
      }
      if (i >= starts) {
        out.printf("%4d  %s%n", i - starts + 1, path.get(i).text());
      } else if (!path.get(i).draws().isEmpty()) {
        out.printf("      %s%n", path.get(i).text());
      }
    }
    if (found.exhausted() && violation.repeated() == 0) {
      out.println("After that nothing happens any more.");
    }
  }

  /** All processes start first, which nobody needs to read but for what they draw. */
  private static int starts(List<Choice> path) {
    int starts = 0;
    while (starts < path.size() && path.get(starts) instanceof Choice.Start) {
      starts++;
    }
    return starts;
  }

  /** Says what was explored. */
  private String scope() {
    Plan plan = asked.plan();
    List<String> parts = new ArrayList<>();
    parts.add(asked.scenario().protocol());
    parts.add(counted(plan.members().size(), "process", "processes"));
    Plan.Faults faults = plan.faults();
    addIfAny(parts, faults.crashes(), "crash", "crashes");
    addIfAny(parts, faults.recoveries(), "recovery", "recoveries");
    addIfAny(parts, faults.losses(), "loss", "losses");
    addIfAny(parts, faults.duplicates(), "duplicate", "duplicates");
    addIfAny(parts, faults.cuts(), "cut", "cuts");
    addIfAny(parts, faults.pauses(), "pause", "pauses");
    addIfAny(parts, plan.calls().size(), "call", "calls");
    parts.add("timing " + word(plan.model().timing()));
    parts.add("network " + word(plan.model().order()));
    if (plan.model().saves() == Plan.Saves.LATER) {
      parts.add("saves later");
    }
    if (plan.bounds().pending() != Integer.MAX_VALUE) {
      parts.add("at most %d pending on a link".formatted(plan.bounds().pending()));
    }
    if (plan.bounds().deviations() >= 0) {
      parts.add(counted(plan.bounds().deviations(), "deviation", "deviations"));
    }
    plan.bounds().values().forEach((name, value) -> parts.add("%s <= %d".formatted(name, value)));
    return String.join(", ", parts);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static void addIfAny(List<String> parts, int count, String one, String many) {
    if (count > 0) {
      parts.add(counted(count, one, many));
    }
  }

  private static String counted(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
  }

  /** Says in one sentence whether the space was exhausted, or what stopped the search. */
  private String verdict() {
    if (found.violation() != null) {
      return found.exhausted()
          ? exhausted() + ", and there is a violation."
          : "Stopped: a violation was found.";
    }
    return found.exhausted()
        ? exhausted() + ", and no judge objects."
        : "Not exhausted: %s. No judge objects so far.".formatted(stoppedBy());
  }

  private String exhausted() {
    return found.sampled()
        ? "Exhausted within sampled random numbers: with these, every order of the events was tried"
        : "Exhausted: every order of these events was tried";
  }

  private String stoppedBy() {
    boolean isDefault =
        asked.plan().bounds().states() == ExploreFlags.STATES
            && !found.exhausted()
            && found.states() >= ExploreFlags.STATES;
    return isDefault
        ? found.stoppedBy() + ", which is the default bound; --states sets another one"
        : found.stoppedBy();
  }

  /** Returns it for programs, in order. */
  private Map<String, @Nullable Object> json(List<String> files) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("protocol", asked.scenario().protocol());
    json.put("nodes", asked.plan().members().size());
    json.put("states", found.states());
    json.put("transitions", found.transitions());
    json.put("depth", found.depth());
    json.put("exhausted", found.exhausted());
    json.put("stoppedBy", stoppedBy());
    json.put("statesPerCpuSecond", Math.round(found.statesPerCpuSecond()));
    json.put("cpuSeconds", found.cpuNanos() / 1e9);
    json.put("localStates", found.localStates());
    json.put("messages", found.packets());
    json.put("misses", found.misses());
    json.put("pruned", found.pruned());
    json.put("sampled", found.sampled());
    json.put("bytesPerState", Math.round(found.bytesPerState()));
    json.put("violation", violation(files));
    return json;
  }

  private @Nullable Map<String, @Nullable Object> violation(List<String> files) {
    Explored.Violation violation = found.violation();
    if (violation == null) {
      return null;
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("judge", violation.judge());
    json.put("text", violation.text());
    json.put("path", violation.path().stream().map(Choice::text).toList());
    json.put("repeated", violation.repeated());
    json.put("files", files);
    return json;
  }
}
