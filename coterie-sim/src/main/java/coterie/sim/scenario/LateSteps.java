package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs the steps that are read only when their time has come, because they name a role, or because
 * a role may have been in their way. What cannot be then does not happen; where a script asked for
 * it, a remark says so.
 */
final class LateSteps {
  /** A node that crashed, or was paused, under a role; its turns tell whether it still is so. */
  private record Fallen(String verb, Role role, NodeId node, int turns) {}

  /** A fault that has happened. */
  private record Done(Fault fault, int turns) {}

  /** In call WHO METHOD. */
  private static final int METHOD = 2;

  private final Stage stage;
  private final Roles roles;
  private final List<Fallen> fallen = new ArrayList<>();
  private final Map<String, Fault> cuts = new HashMap<>();
  private final List<String> remarks = new ArrayList<>();

  LateSteps(Stage stage) {
    this.stage = stage;
    this.roles = new Roles(stage);
    stage.listen(roles);
  }

  /** What did not happen, and why. */
  List<String> remarks() {
    return Collections.unmodifiableList(remarks);
  }

  void schedule(Step step, Step.Late late) {
    Done[] done = new Done[1];
    stage.at(step.atNanos(), () -> done[0] = happen(step, late));
    if (late.lastingNanos() != Step.Late.FOR_EVER) {
      stage.at(step.atNanos() + late.lastingNanos(), () -> end(step, done[0]));
    }
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
    LocalCall.find(step.where(), stack, call).run(stage, node);
  }

  private @Nullable Done inject(Step step, Step.Late late, Fault fault) {
    String obstacle = obstacle(fault);
    if (!obstacle.isEmpty()) {
      remark(step, late, obstacle);
      return null;
    }
    stage.inject(fault);
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
        remark(step, late, missing(words.getFirst(), role));
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

  private static String missing(String verb, Role role) {
    return switch (verb) {
      case "recover" -> "nobody who had crashed as the %s was down".formatted(role.word());
      case "resume" -> "nobody who had been paused as the %s still was".formatted(role.word());
      default -> role.nobody();
    };
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
      default -> "";
    };
  }

  private void remark(Step step, Step.Late late, String why) {
    if (!late.isDrawn()) {
      remarks.add(
          "%s: %s at %s, so nothing happened"
              .formatted(step.where(), why, TimeText.format(stage.now())));
    }
  }
}
