package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Listener;
import coterie.sim.Stage;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the steps that are read only when their time has come, because they name a role, or because
 * a role may have been in their way. What cannot be then does not happen; where a script asked for
 * it, a remark says so.
 */
final class LateSteps implements Listener {
  /** A node that crashed, or was paused, under a role; its turns tell whether it still is so. */
  private record Fallen(String verb, Role role, NodeId node, int turns) {}

  /** A fault that has happened. */
  private record Done(Fault fault, int turns) {}

  /** What waits for somebody to have a role. */
  private record Waiting(Step step, Step.Late late) {}

  /** In call WHO METHOD. */
  private static final int METHOD = 2;

  private final Stage stage;
  private final Roles roles;
  private final List<Fallen> fallen = new ArrayList<>();
  private final Map<String, Fault> cuts = new HashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private final List<String> hits = new ArrayList<>();
  private boolean isRetryDue;

  LateSteps(Stage stage) {
    this.stage = stage;
    this.roles = new Roles(stage);
    stage.listen(roles);
    stage.listen(this);
  }

  /** What did not happen, and why. */
  List<String> remarks() {
    List<String> all = new ArrayList<>(remarks);
    for (Waiting one : waiting) {
      all.add(
          "%s: %s from %s to the end at %s, so nothing happened"
              .formatted(
                  one.step.where(),
                  missing(one.late),
                  TimeText.format(one.step.atNanos()),
                  TimeText.format(stage.now())));
    }
    return all;
  }

  /** Whom the steps hit that name a role, a sentence each. */
  List<String> hits() {
    return Collections.unmodifiableList(hits);
  }

  void schedule(Step step, Step.Late late) {
    if (late.isPatient()) {
      stage.at(step.atNanos(), () -> happenOrWait(new Waiting(step, late)));
      return;
    }
    Done[] done = new Done[1];
    stage.at(step.atNanos(), () -> done[0] = happen(step, late));
    if (late.lastingNanos() != Step.Late.FOR_EVER) {
      stage.at(step.atNanos() + late.lastingNanos(), () -> end(step, done[0]));
    }
  }

  private void happenOrWait(Waiting one) {
    if (isMissing(one.late)) {
      waiting.add(one);
      return;
    }
    Done done = happen(one.step, one.late);
    if (done != null && one.late.lastingNanos() != Step.Late.FOR_EVER) {
      stage.at(stage.now() + one.late.lastingNanos(), () -> end(one.step, done));
    }
  }

  private boolean isMissing(Step.Late late) {
    return late.wordList().stream()
        .map(word -> Role.isNext(word) ? Role.of(word) : null)
        .anyMatch(role -> role != null && roles.now(role) == null);
  }

  /** No fault comes in the middle of what a node is doing: it follows at the same instant. */
  @Override
  public void noted(long at, NodeId node, Note note) {
    if (!isRetryDue && waiting.stream().anyMatch(one -> !isMissing(one.late))) {
      isRetryDue = true;
      stage.at(stage.now(), this::retry);
    }
  }

  private void retry() {
    isRetryDue = false;
    List<Waiting> due = List.copyOf(waiting);
    waiting.clear();
    due.forEach(this::happenOrWait);
  }

  /** Whether that ends what another fault has begun. */
  static boolean isUndo(Fault fault) {
    return fault instanceof Fault.Recover
        || fault instanceof Fault.Resume
        || fault instanceof Fault.Heal
        || fault instanceof Fault.HealAll;
  }

  /** A call whose arguments name a role is read late. */
  static List<Step> withRoles(List<Step> steps) {
    return steps.stream()
        .map(
            step ->
                step.action() instanceof Step.Call call && Role.isIn(call.arguments())
                    ? deferred(step)
                    : step)
        .toList();
  }

  /** All that may meet what a role has done must be read late as well. */
  static List<Step> defer(List<Step> steps) {
    boolean anyLate = steps.stream().anyMatch(step -> step.action() instanceof Step.Late);
    return anyLate ? steps.stream().map(LateSteps::deferred).toList() : steps;
  }

  private static Step deferred(Step step) {
    return switch (step.action()) {
      case Step.Inject(Fault fault) when isOfProcess(fault) -> step.late(fault.text());
      case Step.Call call -> step.late("call %s %s".formatted(call.node(), call.text()));
      default -> step;
    };
  }

  static boolean isOfProcess(Fault fault) {
    return fault instanceof Fault.Crash
        || fault instanceof Fault.Recover
        || fault instanceof Fault.Pause
        || fault instanceof Fault.Resume;
  }

  /** The words with the first two members in place of roles, to look at before the run. */
  static String standIn(Step.Late late, View members) {
    List<String> words = late.wordList();
    List<String> named = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      Role role = roleAt(words, i);
      named.add(role == null ? words.get(i) : standIn(role, members).toString());
    }
    return String.join(" ", named);
  }

  private static NodeId standIn(Role role, View members) {
    return members.at(role == Role.FOLLOWER ? members.after(0) : 0);
  }

  /** The role at that place; the method of a call is none, though it may be called leader. */
  private static @Nullable Role roleAt(List<String> words, int index) {
    boolean isMethod = index == METHOD && words.getFirst().equals("call");
    return isMethod ? null : Role.of(words.get(index));
  }

  private @Nullable Done happen(Step step, Step.Late late) {
    String named = named(step, late);
    if (named == null) {
      return null;
    }
    Words words = new Words(step.where(), named);
    if (words.takes("call")) {
      call(step, late, LocalCall.read(words));
      return null;
    }
    Fault fault = FaultWords.read(words);
    return fault == null ? null : inject(step, late, fault);
  }

  private void call(Step step, Step.Late late, Step.Call call) {
    NodeId node = call.node();
    if (!stage.isUp(node) || roles.isPaused(node)) {
      remark(step, late, node + (stage.isUp(node) ? " was paused" : " was down"));
      return;
    }
    List<Protocol<?>> stack = stage.protocols(node);
    hit(step, late, "call %s %s".formatted(node, call.text()));
    LocalCall.find(step.where(), stack, call).run(stage, node);
  }

  private @Nullable Done inject(Step step, Step.Late late, Fault fault) {
    String obstacle = obstacle(fault);
    if (!obstacle.isEmpty()) {
      remark(step, late, obstacle);
      return null;
    }
    stage.inject(fault);
    hit(step, late, fault.text());
    remember(late, fault);
    return new Done(fault, turns(fault));
  }

  private void end(Step step, @Nullable Done done) {
    if (done != null && turns(done.fault) == done.turns) {
      stage.inject(FaultWords.undo(new Words(step.where(), ""), done.fault));
    }
  }

  /** How often the node of a fault that must not be ended twice has turned. */
  private int turns(Fault fault) {
    return switch (fault) {
      case Fault.Crash crash -> roles.turns(crash.node());
      case Fault.Pause pause -> roles.turns(pause.node());
      default -> 0;
    };
  }

  private void remember(Step.Late late, Fault fault) {
    List<String> words = late.wordList();
    Role role = words.size() > 1 ? Role.of(words.get(1)) : null;
    switch (fault) {
      case Fault.Crash crash when role != null -> fell("crash", role, crash.node());
      case Fault.Pause pause when role != null -> fell("pause", role, pause.node());
      case Fault.Cut cut -> cuts.put(link(words), cut);
      default -> {}
    }
  }

  private void fell(String verb, Role role, NodeId node) {
    fallen.add(new Fallen(verb, role, node, roles.turns(node)));
  }

  private static String link(List<String> words) {
    return String.join(" ", words.subList(1, words.size()));
  }

  /** The words with nodes in place of roles; null, with a remark, if nobody has one of them. */
  private @Nullable String named(Step step, Step.Late late) {
    List<String> words = late.wordList();
    if (!Role.isIn(words)) {
      return late.words();
    }
    if (words.getFirst().equals("heal")) {
      return healed(step, late);
    }
    List<String> named = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      Role role = roleAt(words, i);
      NodeId node = role == null ? null : find(words.getFirst(), role);
      if (role != null && node == null) {
        miss(step, late, words.getFirst(), role);
        return null;
      }
      named.add(node == null ? words.get(i) : node.toString());
    }
    return String.join(" ", named);
  }

  /** A link is healed between those who had the roles when it was cut. */
  private @Nullable String healed(Step step, Step.Late late) {
    Fault cut = cuts.remove(link(late.wordList()));
    if (cut == null) {
      remark(step, late, "nothing had been cut in these words");
      return null;
    }
    return FaultWords.undo(new Words(step.where(), ""), cut).text();
  }

  private @Nullable NodeId find(String verb, Role role) {
    return switch (verb) {
      case "recover" -> lastFallen("crash", role);
      case "resume" -> lastFallen("pause", role);
      default -> roles.now(role);
    };
  }

  private @Nullable NodeId lastFallen(String verb, Role role) {
    for (Fallen one : fallen.reversed()) {
      boolean fits = one.verb.equals(verb) && one.role == role;
      if (fits && roles.turns(one.node) == one.turns) {
        return one.node;
      }
    }
    return null;
  }

  private static String missing(Step.Late late) {
    return late.wordList().stream()
        .map(Role::of)
        .flatMap(Stream::ofNullable)
        .map(Role::nobody)
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private static String missing(String verb, Role role) {
    return switch (verb) {
      case "recover" -> "nobody who had crashed as the %s was down".formatted(role.word());
      case "resume" -> "nobody who had been paused as the %s still was".formatted(role.word());
      default -> role.nobody();
    };
  }

  private void miss(Step step, Step.Late late, String verb, Role role) {
    if (verb.equals("recover") || verb.equals("resume")) {
      remark(step, late, missing(verb, role));
    } else if (!late.isDrawn()) {
      remarks.add(
          "%s: %s at %s, so nothing happened; %s would wait for the next one"
              .formatted(
                  step.where(), role.nobody(), TimeText.format(stage.now()), role.nextWord()));
    }
  }

  /** What is in the way of a fault; empty if nothing is. */
  private String obstacle(Fault fault) {
    return switch (fault) {
      case Fault.Crash crash when !stage.isUp(crash.node()) -> crash.node() + " was down";
      case Fault.Recover recover when stage.isUp(recover.node()) -> recover.node() + " was up";
      case Fault.Pause pause when !stage.isUp(pause.node()) -> pause.node() + " was down";
      case Fault.Pause pause when roles.isPaused(pause.node()) -> pause.node() + " was paused";
      case Fault.Resume resume when !roles.isPaused(resume.node()) ->
          resume.node() + " was not paused";
      case Fault.Partition partition when StepCheck.twice(partition) != null ->
          StepCheck.twice(partition) + " would have been in two groups";
      default -> "";
    };
  }

  private void hit(Step step, Step.Late late, String what) {
    if (!late.isDrawn() && Role.isIn(late.wordList())) {
      hits.add("%s: %s at %s".formatted(step.where(), what, TimeText.format(stage.now())));
    }
  }

  private void remark(Step step, Step.Late late, String why) {
    if (!late.isDrawn()) {
      remarks.add(
          "%s: %s at %s, so nothing happened"
              .formatted(step.where(), why, TimeText.format(stage.now())));
    }
  }
}
