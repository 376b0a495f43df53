package coterie.lab.lesson;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.bully.Bully;
import coterie.lab.report.Table;
import coterie.recipe.Settings;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells an election by Bully in sentences, each when it happens. What is said comes from the
 * lesson; when, and of whom, comes from the run. To be made before all that print the run, so that
 * a sentence stands before the lines that it explains.
 */
public final class BullyTale implements StageWitness {
  @Override
  public int wants() {
    return ALL;
  }

  private static final int NOBODY = -1;

  private final ScenarioRun run;
  private final View members;
  private final Lesson lesson;
  private final Settings settings;
  private final BitSet up = new BitSet();
  private final BitSet leading = new BitSet();

  /** Those who have asked, and have not been told that they got an answer. */
  private final BitSet waiting = new BitSet();

  /** Those whose own election is under way. */
  private final BitSet campaigning = new BitSet();

  /** Those of whom it was said that they ignore what comes, or only answer it. */
  private final BitSet told = new BitSet();

  private final int[] known;
  private final int[] askers;
  private boolean isAgreed;

  /** When that happens of which something is said. */
  private long atNanos;

  public BullyTale(ScenarioRun run, Lesson lesson, Recipes recipes) {
    Scenario scenario = run.scenario();
    this.run = run;
    this.members = run.stage().members();
    this.lesson = lesson;
    this.settings =
        new Settings(recipes.named(scenario.protocol()).settings(), scenario.settings());
    this.known = new int[members.size()];
    this.askers = new int[members.size()];
    Arrays.fill(known, NOBODY);
    up.set(0, members.size());
    run.stage().watch(this);
  }

  /**
   * Prints what is about to happen.
   *
   * @param isReturning whether the fallen process returns
   * @param delay how long messages take
   */
  public void printPlan(
      int faller, int detector, boolean isReturning, String delay, PrintWriter out) {
    Table table = new Table("setting", "value");
    table.add("processes", "%d, P1 to P%1$d; nobody leads, all are IDLE".formatted(members.size()));
    table.add("falls", "P%d at 2 s".formatted(faller));
    table.add("notices", "P%d at 2.5 s".formatted(detector));
    table.add("returns", isReturning ? "P%d at 9 s".formatted(faller) : "nobody");
    table.add("timeouts", "%s for an OK, %s for the COORDINATOR".formatted(ok(), coordinator()));
    table.add("messages take", delay);
    table.add("ends", "at " + TimeText.format(run.scenario().untilNanos()) + " s");
    table.print(out, 2);
    out.println();
  }

  /** How long a process waits for an answer. */
  private String ok() {
    return seconds("ok-timeout");
  }

  /** How long it waits for the announcement after that. */
  private String coordinator() {
    return seconds("coordinator-timeout");
  }

  private String seconds(String setting) {
    return TimeText.format(settings.nanos(setting)) + " s";
  }

  @Override
  public void faulted(long at, Fault fault) {
    atNanos = at;
    if (fault instanceof Fault.Crash crash) {
      int who = members.indexOf(crash.node());
      up.clear(who);
      leading.clear(who);
      waiting.clear(who);
      campaigning.clear(who);
      told.clear();
      known[who] = NOBODY;
      say("falls", who);
    } else if (fault instanceof Fault.Recover) {
      told.clear();
    }
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    atNanos = at;
    int who = members.indexOf(node);
    switch (note) {
      case Note.Campaigned(long term, String reason) -> campaigned(who, reason);
      case Note.Elected(NodeId leader, long term) -> {
        known[who] = members.indexOf(leader);
        waiting.clear(who);
        campaigning.clear(who);
      }
      case Note.LeaderLost lost -> known[who] = NOBODY;
      case Note.Leads leads -> leading.set(who);
      case Note.SteppedDown down -> {
        leading.clear(who);
        say("gives-way", who);
      }
      default -> {}
    }
  }

  private void campaigned(int who, String reason) {
    waiting.set(who, who < members.size() - 1);
    campaigning.set(who);
    switch (reason) {
      case "noticed" -> say("notices" + highest(who), who);
      case "returned" -> say("returns" + highest(who), who);
      case "lower leader" -> say("bullies", who);
      default -> {} // The question or the timeout was told.
    }
  }

  private String highest(int who) {
    return who == members.size() - 1 ? "-highest" : "";
  }

  @Override
  public void received(long at, NodeId to, int channel, NodeId from, Message message) {
    atNanos = at;
    int who = members.indexOf(to);
    if (message instanceof Bully.Election) {
      asked(who, members.indexOf(from));
    } else if (message instanceof Bully.Ok && waiting.get(who)) {
      waiting.clear(who);
      say("waits", who);
    }
  }

  /**
   * The answer comes first and would stand before the sentence, if that waited for the campaign.
   */
  private void asked(int who, int asker) {
    askers[who] = asker;
    if (leading.get(who) || campaigning.get(who)) {
      if (!told.get(who)) {
        told.set(who);
        say(leading.get(who) ? "asked-leader" : "asked-again", who);
      }
    } else {
      say("asked" + highest(who), who);
    }
  }

  @Override
  public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
    atNanos = at;
    int who = members.indexOf(to);
    if (why == Drop.DOWN && !told.get(who)) {
      told.set(who);
      String kind = message.getClass().getSimpleName().toUpperCase(Locale.ROOT);
      say("ignores", who, Map.of("kind", kind, "from", from));
    }
  }

  @Override
  public void expired(long at, NodeId node, int channel, String alarm) {
    atNanos = at;
    int who = members.indexOf(node);
    switch (alarm) {
      case "ok" -> say("silence", who);
      case "coordinator" -> say("no-announcement", who);
      default -> {}
    }
  }

  /** After what has led to it was printed. */
  @Override
  public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
    atNanos = at;
    up.set(members.indexOf(node));
    int leader = known[up.nextSetBit(0)];
    boolean isKnown = leader != NOBODY && up.stream().allMatch(who -> known[who] == leader);
    boolean isLed = isKnown && leading.get(leader);
    if (isLed && !isAgreed) {
      say("agreed", leader, Map.of("leader", members.at(leader)));
    }
    isAgreed = isLed;
  }

  private void say(String step, int who) {
    say(step, who, Map.of());
  }

  private void say(String step, int who, Map<String, ?> more) {
    BitSet down = new BitSet();
    down.set(0, members.size());
    down.andNot(up);
    BitSet higher = new BitSet();
    higher.set(who + 1, members.size());
    Map<String, Object> values = new TreeMap<>(more);
    values.put("who", members.at(who));
    values.put("asker", members.at(askers[who]));
    values.put("fallen", list(down, "and"));
    values.put("higher", list(higher, "to"));
    values.put("ok", ok());
    values.put("coordinator", coordinator());
    run.say(atNanos, lesson.phrase(step, values));
  }

  /** P1, P2 and P4; or, where they stand in a row, P1 to P4. */
  private String list(BitSet chosen, String between) {
    List<String> names = chosen.stream().mapToObj(i -> members.at(i).toString()).toList();
    if (names.size() < 2) {
      return String.join("", names);
    }
    if (names.size() == 2 || between.equals("to")) {
      String word = names.size() == 2 ? "and" : between;
      return names.getFirst() + " " + word + " " + names.getLast();
    }
    return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
  }
}
