package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Role;
import coterie.sim.fault.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs the steps that are looked at only when their time has come, because they name a role, or
 * because a role may have been in their way. What cannot be then does not happen; where a script
 * asked for it, a remark says so.
 */
final class LateSteps implements StageWitness {
  /** A node that crashed, or was paused, under a role; its turns tell whether it still is so. */
  private record Fallen(Fault fault, Role role, NodeId node, int turns) {}

  /** A fault that has happened. */
  private record Done(Fault fault, int turns) {}

  private final Stage stage;
  private final Roles roles;
  private final List<Fallen> fallen = new ArrayList<>();

  /** What was cut, by the fault that heals it in the words of the script. */
  private final Map<Fault, Fault> cuts = new HashMap<>();

  /** Steps that wait until some node has their role. */
  private final List<Step> waiting = new ArrayList<>();

  private final List<String> remarks = new ArrayList<>();
  private final List<String> hits = new ArrayList<>();
  private final List<Step> drawnCalls = new ArrayList<>();
  private boolean isRetryDue;

  LateSteps(Stage stage) {
    this.stage = stage;
    this.roles = new Roles(stage);
    stage.watch(roles);
    stage.watch(this);
  }

  /** Returns what did not happen, and why. */
  List<String> remarks() {
    List<String> all = new ArrayList<>(remarks);
    for (Step step : waiting) {
      all.add(
          "%s: %s from %s to the end at %s, so nothing happened"
              .formatted(
                  step.where(),
                  missing(step),
                  TimeText.format(step.atNanos()),
                  TimeText.format(stage.now())));
    }
    return all;
  }

  /** Returns whom the steps hit that name a role, a sentence each. */
  List<String> hits() {
    return Collections.unmodifiableList(hits);
  }

  /** Returns the calls that came by chance and were made. */
  List<Step> drawnCalls() {
    return Collections.unmodifiableList(drawnCalls);
  }

  void schedule(Step step) {
    if (step.action().players().stream().anyMatch(Target.Player::isNext)) {
      stage.at(step.atNanos(), () -> happenOrWait(step));
      return;
    }
    @Nullable Done[] done = new @Nullable Done[1];
    stage.at(step.atNanos(), () -> done[0] = happen(step));
    if (lasting(step) != Step.FOREVER) {
      stage.at(step.atNanos() + lasting(step), () -> end(done[0]));
    }
  }

  private static long lasting(Step step) {
    return step.action() instanceof Step.Inject inject ? inject.lastingNanos() : Step.FOREVER;
  }

  private void happenOrWait(Step step) {
    if (isMissing(step)) {
      waiting.add(step);
      return;
    }
    Done done = happen(step);
    if (done != null && lasting(step) != Step.FOREVER) {
      stage.at(stage.now() + lasting(step), () -> end(done));
    }
  }

  private boolean isMissing(Step step) {
    return step.action().players().stream()
        .anyMatch(player -> player.isNext() && roles.now(player.role()) == null);
  }

  /** No fault comes in the middle of what a node is doing: it follows at the same instant. */
  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    if (!isRetryDue && waiting.stream().anyMatch(step -> !isMissing(step))) {
      isRetryDue = true;
      stage.at(stage.now(), this::retry);
    }
  }

  private void retry() {
    isRetryDue = false;
    List<Step> due = List.copyOf(waiting);
    waiting.clear();
    due.forEach(this::happenOrWait);
  }

  private @Nullable Done happen(Step step) {
    switch (step.action()) {
      case Step.Inject inject -> {
        Fault fault = resolved(step, inject.fault());
        return fault == null ? null : inject(step, inject.fault(), fault);
      }
      case Step.Call call -> call(step, call);
      case Step.Say(String sentence) -> stage.say(sentence);
    }
    return null;
  }

  // ---- calls

  private void call(Step step, Step.Call unresolved) {
    Step.Call call = resolved(step, unresolved);
    if (call == null) {
      return;
    }
    NodeId node = call.target().node();
    if (!stage.isUp(node) || roles.isPaused(node)) {
      remark(step, node + (stage.isUp(node) ? " was paused" : " was down"));
      return;
    }
    List<Protocol<?>> stack = stage.protocols(node);
    hit(step, "call %s %s".formatted(node, call.text()));
    try {
      LocalCall.find(step.where(), stack, call).run(stage, node);
      if (step.isDrawn()) {
        drawnCalls.add(step);
      }
    } catch (ScenarioException refusal) {
      if (!step.isDrawn()) {
        throw refusal;
      }
    }
  }

  private Step.@Nullable Call resolved(Step step, Step.Call call) {
    for (Target.Player player : call.players()) {
      if (roles.now(player.role()) == null) {
        miss(step, player.role());
        return null;
      }
    }
    return new Step.Call(
        now(call.target()),
        call.method(),
        call.arguments().stream().map(word -> argument(call, word)).toList(),
        false);
  }

  private String argument(Step.Call call, String word) {
    Target player = call.hasRoles() ? Role.player(word) : null;
    return player == null ? word : now(player).text();
  }

  private Target now(Target target) {
    return target instanceof Target.Player player
        ? Target.of(Objects.requireNonNull(roles.now(player.role())))
        : target;
  }

  // ---- faults

  private @Nullable Done inject(Step step, Fault asked, Fault fault) {
    String obstacle = obstacle(fault);
    if (!obstacle.isEmpty()) {
      remark(step, obstacle);
      return null;
    }
    stage.inject(fault);
    hit(step, fault.text());
    remember(asked, fault);
    return new Done(fault, turns(fault));
  }

  private void end(@Nullable Done done) {
    Fault undo = done == null ? null : done.fault.undo();
    if (done != null && undo != null && turns(done.fault) == done.turns) {
      stage.inject(undo);
    }
  }

  /** Returns how often a process that must not be ended twice has turned. */
  private int turns(Fault fault) {
    return fault instanceof Fault.OfProcess process ? roles.turns(process.node()) : 0;
  }

  private void remember(Fault asked, Fault fault) {
    switch (asked) {
      case Fault.OfProcess process when process.target() instanceof Target.Player player -> {
        NodeId node = ((Fault.OfProcess) fault).node();
        fallen.add(new Fallen(fault, player.role(), node, roles.turns(node)));
      }
      case Fault.Cut cut -> cuts.put(cut.undo(), fault);
      case Fault.OfProcess process -> {}
      case Fault.OfNetwork network -> {}
      case Fault.OfClock clock -> {}
    }
  }

  /** Returns the fault with nodes for roles; null, with a remark, if nobody has one of them. */
  private @Nullable Fault resolved(Step step, Fault fault) {
    if (fault instanceof Fault.Heal heal && heal.namesRole()) {
      return healed(step, heal);
    }
    Map<Role, NodeId> players = new HashMap<>();
    for (Target target : fault.targets()) {
      if (target instanceof Target.Player(Role role, boolean isNext)) {
        NodeId node = find(fault, role);
        if (node == null) {
          missed(step, fault, role);
          return null;
        }
        players.put(role, node);
      }
    }
    return fault.on(
        target ->
            target instanceof Target.Player player
                ? Target.of(Objects.requireNonNull(players.get(player.role())))
                : target);
  }

  /** A link is healed between those who had the roles when it was cut. */
  private @Nullable Fault healed(Step step, Fault.Heal heal) {
    Fault cut = cuts.remove(heal);
    if (cut == null) {
      remark(step, "nothing had been cut in these words");
      return null;
    }
    return cut.undo();
  }

  private @Nullable NodeId find(Fault fault, Role role) {
    return switch (fault) {
      case Fault.Recover recover -> lastFallen(Fault.Crash.class, role);
      case Fault.Resume resume -> lastFallen(Fault.Pause.class, role);
      case Fault.OfProcess process -> roles.now(role);
      case Fault.OfNetwork network -> roles.now(role);
      case Fault.OfClock clock -> roles.now(role);
    };
  }

  private @Nullable NodeId lastFallen(Class<? extends Fault> kind, Role role) {
    for (Fallen one : fallen.reversed()) {
      boolean fits = kind.isInstance(one.fault) && one.role == role;
      if (fits && roles.turns(one.node) == one.turns) {
        return one.node;
      }
    }
    return null;
  }

  /** Returns what is in the way of a fault; empty if nothing is. */
  private String obstacle(Fault fault) {
    return switch (fault) {
      case Fault.Crash crash -> stage.isUp(crash.node()) ? "" : crash.node() + " was down";
      case Fault.Recover recover -> stage.isUp(recover.node()) ? recover.node() + " was up" : "";
      case Fault.Pause pause when !stage.isUp(pause.node()) -> pause.node() + " was down";
      case Fault.Pause pause -> roles.isPaused(pause.node()) ? pause.node() + " was paused" : "";
      case Fault.Resume resume ->
          roles.isPaused(resume.node()) ? "" : resume.node() + " was not paused";
      case Fault.Partition partition -> {
        NodeId twice = StepCheck.twice(partition);
        yield twice == null ? "" : twice + " would have been in two groups";
      }
      case Fault.OfNetwork network -> "";
      case Fault.OfClock clock -> "";
    };
  }

  // ---- remarks

  private static String missing(Step step) {
    return step.action().players().stream()
        .map(player -> player.role().nobody())
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private void missed(Step step, Fault fault, Role role) {
    if (fault instanceof Fault.Recover) {
      remark(step, "nobody who had crashed as the %s was down".formatted(role.word()));
    } else if (fault instanceof Fault.Resume) {
      remark(step, "nobody who had been paused as the %s still was".formatted(role.word()));
    } else {
      miss(step, role);
    }
  }

  private void miss(Step step, Role role) {
    if (!step.isDrawn()) {
      remarks.add(
          "%s: %s at %s, so nothing happened; %s would wait for the next one"
              .formatted(
                  step.where(), role.nobody(), TimeText.format(stage.now()), role.nextWord()));
    }
  }

  private void hit(Step step, String what) {
    if (!step.isDrawn() && step.namesRole()) {
      hits.add("%s: %s at %s".formatted(step.where(), what, TimeText.format(stage.now())));
    }
  }

  private void remark(Step step, String why) {
    if (!step.isDrawn()) {
      remarks.add(
          "%s: %s at %s, so nothing happened"
              .formatted(step.where(), why, TimeText.format(stage.now())));
    }
  }
}
