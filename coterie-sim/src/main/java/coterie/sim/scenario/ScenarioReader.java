package coterie.sim.scenario;

import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.check.expect.Expectation;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.fault.Role;
import coterie.sim.fault.Target;
import coterie.sim.trace.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads statements into a scenario. A file is a statement a line; flags of the command line are
 * turned into the same statements, so there is one language and one set of errors.
 */
public final class ScenarioReader {
  /** How many nodes a scenario may have. */
  public static final int NODES_MAX = 1_000_000;

  private static final long UNTIL = 300 * TimeText.SECOND;

  private static final String STATEMENTS =
      "protocol, nodes, ids-from, until, seed, ties, latency, loss, duplicate, reorder,"
          + " unreachable, sync, set, show, at, every, drop, delay, deliver, expect, schedule,"
          + " then, and faults that hold from the start";

  private static final Pattern NAMES_MESSAGE =
      Pattern.compile("\\s*(at\\s+\\S+\\s+)?(maybe\\s+)?(then|drop|delay|deliver|duplicate)\\s.*");
  private static final Pattern COMMENT = Pattern.compile("#(?!(?<=\\s#)[0-9]+(\\s|$)).*");

  private final Recipes recipes;
  private final List<Fault> conditions = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Chaos.Rate> rates = new ArrayList<>();
  private final SortedMap<String, String> settings = new TreeMap<>();
  private final SortedMap<String, String> settingPlaces = new TreeMap<>();
  private final SortedMap<String, String> preferred = new TreeMap<>();
  private final Schedule schedule = new Schedule();
  private final List<Expectation> expectations = new ArrayList<>();
  private Set<Kind> shown = Kind.usual();
  private @Nullable Recipe recipe;
  private int nodes = 4;
  private long firstId;
  private @Nullable Long until;
  private long seed = 1;
  private long sync;
  private Ties ties = Ties.SCHEDULED;
  private @Nullable Latency latency;
  private @Nullable Boolean unreachable;
  private boolean isOnSockets;

  public ScenarioReader(Recipes recipes) {
    this.recipes = recipes;
  }

  /** Reads a whole text; what follows a # is a comment, unless it is the number of a message. */
  public ScenarioReader text(String file, List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      String statement = withoutComment(lines.get(i));
      if (!statement.isEmpty()) {
        statement(file + ":" + (i + 1), statement);
      }
    }
    return this;
  }

  private static String withoutComment(String line) {
    boolean hasNumber = NAMES_MESSAGE.matcher(line).matches();
    return (hasNumber ? COMMENT.matcher(line).replaceFirst("") : line.replaceFirst("#.*", ""))
        .strip();
  }

  /**
   * Reads one statement.
   *
   * @param where the file and line, or the flag, for errors
   */
  public ScenarioReader statement(String where, String statement) {
    Words words = new Words(where, statement);
    switch (words.next("a statement")) {
      case "protocol" -> recipe = words.next("a protocol", recipes::named);
      case "nodes" -> readNodes(words);
      case "ids-from" -> firstId = words.node().value();
      case "until" -> until = words.time();
      case "seed" -> seed = words.next("a whole number", Long::parseLong);
      case "ties" -> ties = words.next("an order of ties", ScenarioReader::parseTies);
      case "latency" -> latency = words.next("a latency", RecordedDelays::parse);
      case "unreachable" -> unreachable = words.next("on or off", ScenarioReader::parseSwitch);
      case "sync" -> sync = words.time();
      case "set" -> readSetting(words);
      case "show" -> readShown(words);
      case "at" -> readStep(words);
      case "every" -> rates.add(Chaos.read(words));
      case "expect" -> readExpectation(words, statement);
      case "schedule" -> schedule.read(words);
      case "then" -> schedule.readThen(words, statement);
      default -> {
        readCondition(new Words(where, statement), statement);
        return this;
      }
    }
    words.end();
    return this;
  }

  /** On a network that has delays of its own none are added unless the scenario says so. */
  public ScenarioReader onSockets() {
    isOnSockets = true;
    return this;
  }

  /** Takes that word for a setting that the protocol has and that allows it, unless one is said. */
  public ScenarioReader prefer(String setting, String word) {
    preferred.put(setting, word);
    return this;
  }

  /** Everything read so far as a scenario, after a look at the whole. */
  public Scenario scenario() {
    if (recipe == null) {
      throw new ScenarioException("", "a scenario says \"protocol NAME\"");
    }
    View members = View.numbered(firstId, nodes);
    checkSettings(recipe);
    checkCounts(recipe);
    SortedMap<String, String> values = preferred(recipe);
    values.putAll(settings);
    long end = until != null ? until : schedule.isManual() ? 0 : UNTIL;
    Latency usual = isOnSockets ? Latency.instant() : Latency.parse(recipe.latency());
    Latency delays = latency != null ? latency : usual;
    schedule.check(members, latency, conditions, steps, rates);
    boolean refusing = unreachable != null ? unreachable : delays.equals(Latency.instant());
    List<Fault> initial = conditions(recipe, members);
    Setup setup = new Setup(seed, ties, delays, refusing, sync, false, initial);
    boolean hasRoles = !Roles.of(recipe).isEmpty();
    List<Step> all = new ArrayList<>();
    steps.forEach(step -> all.add(hasRoles ? withRoles(step) : step));
    all.sort(Comparator.comparingLong(Step::atNanos));
    checkRoles(recipe);
    for (Expectation one : expectations) {
      ExpectCheck.check(one, recipe, members, end);
    }
    new StepCheck(members).check(initial, all);
    all.addAll(Chaos.steps(rates, all, members, seed, end));
    all.sort(Comparator.comparingLong(Step::atNanos));
    List<Planned> planned = schedule.planned();
    return new Scenario(
        recipe.name(), members, end, setup, values, all, shown, planned, expectations);
  }

  /** An argument of a call may be a role. */
  private static Step withRoles(Step step) {
    return step.action() instanceof Step.Call call
        ? new Step(
            step.where(),
            step.atNanos(),
            new Step.Call(call.target(), call.method(), call.arguments(), true))
        : step;
  }

  /** Clocks are as the protocol asks for, unless something is said of a clock. */
  private List<Fault> conditions(Recipe of, View members) {
    boolean saysClock =
        conditions.stream().anyMatch(Fault.OfClock.class::isInstance)
            || steps.stream()
                .anyMatch(
                    step ->
                        step.action() instanceof Step.Inject in
                            && in.fault() instanceof Fault.OfClock);
    List<Fault> all = new ArrayList<>(conditions);
    if (!saysClock) {
      of.skews(members).forEach((node, by) -> all.add(new Fault.ClockOffset(node, by)));
    }
    return List.copyOf(all);
  }

  private void readExpectation(Words words, String statement) {
    String text = statement.strip().substring("expect".length()).strip();
    expectations.add(ExpectWords.read(words.where(), text));
    words.skip();
  }

  private void readNodes(Words words) {
    long count = words.next("a whole number", Long::parseLong);
    if (count < 1 || count > NODES_MAX) {
      throw words.error("a group has 1 to %d nodes, not %d".formatted(NODES_MAX, count));
    }
    nodes = (int) count;
  }

  private void readSetting(Words words) {
    String name = words.next("the name of a setting");
    settings.put(name, words.next("a value"));
    settingPlaces.put(name, words.where());
  }

  private void readShown(Words words) {
    shown = EnumSet.noneOf(Kind.class);
    while (words.hasNext()) {
      if (words.takes("all")) {
        shown = EnumSet.allOf(Kind.class);
      } else {
        shown.add(words.next("a kind", Kind::parse));
      }
    }
  }

  private void readStep(Words words) {
    long at = words.time();
    if (words.takes("call")) {
      steps.add(new Step(words.where(), at, LocalCall.read(words)));
      return;
    }
    if (words.takes("say")) {
      steps.add(new Step(words.where(), at, new Step.Say(words.rest("a sentence"))));
      return;
    }
    boolean isMaybe = words.takes("maybe");
    Fault fault = FaultWords.read(words);
    if (fault == null) {
      throw words.error(
          "\"%s\" is nothing that can happen; there is %s, call, say"
              .formatted(words.next("a fault"), FaultWords.ALL));
    }
    Fault undo = words.takes("for") ? FaultWords.undo(words, fault) : null;
    long lasting = undo == null ? Step.FOREVER : words.time();
    if (isMaybe || fault.namesRole()) {
      steps.add(new Step(words.where(), at, new Step.Inject(fault, lasting, isMaybe)));
      requireBegin(words, fault, steps.getLast());
      return;
    }
    steps.add(new Step(words.where(), at, new Step.Inject(fault)));
    if (undo != null) {
      steps.add(new Step(words.where(), at + lasting, new Step.Inject(undo)));
    }
  }

  private static void requireBegin(Words words, Fault fault, Step step) {
    if (fault.isEnd() && step.action().players().stream().anyMatch(Target.Player::isNext)) {
      throw words.error(
          "\"next-\" goes with what begins, such as crash or pause; what ends takes the role"
              + " alone");
    }
  }

  /** A fault without a time holds from the start. */
  private void readCondition(Words words, String statement) {
    Fault fault = FaultWords.read(words);
    if (fault == null) {
      throw words.error(
          "\"%s\" is not a statement; choose %s".formatted(words.next("a statement"), STATEMENTS));
    }
    words.end();
    if (fault.namesRole()) {
      throw words.error(
          "nobody has a role before the start; a role needs a time: at 31 " + statement);
    }
    if (fault instanceof Fault.OfProcess) { // Nobody runs before the start.
      throw words.error("a fault of a process needs its time: at 31 " + fault.text());
    }
    conditions.add(fault);
  }

  private SortedMap<String, String> preferred(Recipe of) {
    SortedMap<String, String> values = new TreeMap<>();
    for (Setting setting : of.settings()) {
      String word = preferred.get(setting.name());
      if (word != null && setting.words().contains(word)) {
        values.put(setting.name(), word);
      }
    }
    return values;
  }

  private void checkRoles(Recipe of) {
    for (Step step : steps) {
      step.action().players().forEach(player -> checkRole(of, step.where(), player.role()));
    }
    for (Chaos.Rate rate : rates) {
      checkRole(of, rate.where(), rate.role());
    }
  }

  private static void checkRole(Recipe of, String where, @Nullable Role role) {
    List<String> roles = Roles.of(of).stream().map(Role::word).toList();
    if (role != null && !roles.contains(role.word())) {
      throw new ScenarioException(
          where,
          "%s has no %s; name a node by its number, such as 1 or P1%s"
              .formatted(
                  of.name(),
                  role.word(),
                  roles.isEmpty() ? "" : ", or by its role: " + String.join(" or ", roles)));
    }
  }

  private void checkSettings(Recipe of) {
    for (String name : settings.keySet()) {
      try {
        SortedMap<String, String> one = new TreeMap<>(settings.subMap(name, name + "\0"));
        new Settings(of.settings(), one);
      } catch (IllegalArgumentException e) {
        throw new ScenarioException(
            settingPlaces.getOrDefault(name, ""), String.valueOf(e.getMessage()));
      }
    }
  }

  /** A count of processes is at most that of all. */
  private void checkCounts(Recipe of) {
    for (Setting setting : of.settings()) {
      String value = settings.getOrDefault(setting.name(), "");
      if (setting.kind() == Setting.Kind.COUNT_OR_ALL
          && value.matches("[0-9]+")
          && Long.parseLong(value) > nodes) {
        throw new ScenarioException(
            settingPlaces.getOrDefault(setting.name(), ""),
            "%s takes a number up to %d, the number of processes, or all, not %s"
                .formatted(setting.name(), nodes, value));
      }
    }
  }

  private static Ties parseTies(String word) {
    for (Ties ties : Ties.values()) {
      if (ties.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(word)) {
        return ties;
      }
    }
    throw new IllegalArgumentException(
        "unknown tie order \"%s\"; choose scheduled, faults-last or shuffled".formatted(word));
  }

  private static boolean parseSwitch(String word) {
    if (word.equals("on") || word.equals("off")) {
      return word.equals("on");
    }
    throw new IllegalArgumentException("unreachable takes on or off, not \"%s\"".formatted(word));
  }
}
