package coterie.sim.explore.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.explore.Goal;
import coterie.sim.explore.Observation;
import coterie.sim.explore.Plan;
import coterie.sim.explore.search.Exploration;
import coterie.sim.explore.search.Explored;
import coterie.sim.manual.Choice;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FairCyclesTest {
  sealed interface Msg extends Message {}

  record Ball() implements Msg {}

  record Word(String text) implements Note {}

  /** Two who play: what they do with the ball, and whether a clock ticks, decides what can be. */
  private static final class Player implements Protocol<Msg> {
    private final Context<Msg> context;
    private final boolean throwsBack;
    private final @Nullable String onTick;
    private final Alarm tick;

    Player(Context<Msg> context, boolean throwsBack, @Nullable String onTick) {
      this.context = context;
      this.throwsBack = throwsBack;
      this.onTick = onTick;
      this.tick = context.alarm("tick", this::ticked);
    }

    private NodeId other() {
      return new NodeId(1 - context.self().value());
    }

    @Override
    public void start() {
      if (context.self().value() == 0) {
        context.send(other(), new Ball());
      } else if (onTick != null) {
        tick.start(1);
      }
    }

    private void ticked() {
      context.note(new Word(String.valueOf(onTick)));
      tick.start(1);
    }

    @Override
    public void receive(NodeId from, Msg message) {
      context.note(new Word("caught by " + context.self()));
      if (throwsBack) {
        context.send(other(), new Ball());
      }
    }
  }

  /** The last word has to be a certain one, again and again. */
  private record Said(String text) implements Goal<Said.State> {
    record State(String last) {}

    @Override
    public String judge() {
      return "said";
    }

    @Override
    public State initial() {
      return new State("");
    }

    @Override
    public boolean minds(Observation seen) {
      return seen instanceof Observation.Noted;
    }

    @Override
    public State next(State state, Observation seen) {
      return seen instanceof Observation.Noted noted && noted.note() instanceof Word word
          ? new State(word.text())
          : state;
    }

    @Override
    public @Nullable String violation(State state) {
      return null;
    }

    @Override
    public int count() {
      return 1;
    }

    @Override
    public boolean isReached(State state, int goal) {
      return state.last.equals(text);
    }

    @Override
    public String missed(int goal) {
      return "from some moment on nobody says " + text;
    }
  }

  private static Explored.@Nullable Violation missed(
      boolean throwsBack, @Nullable String onTick, int losses, String goal) {
    Plan.Effort effort = Plan.Effort.STANDARD;
    Plan plan =
        Plan.of(
                View.numbered(0, 2),
                node -> node.add("play", Msg.class, c -> new Player(c, throwsBack, onTick)))
            .withFaults(new Plan.Faults(0, 0, losses, 0, 0, 0))
            .withEffort(new Plan.Effort(1, effort.memoryBytes(), true, true, effort.cpuNanos()))
            .withMonitors(List.of(new Said(goal)));
    Exploration exploration = new Exploration(plan);
    assertThat(exploration.run().exhausted()).isTrue();
    return FairCycles.search(plan, exploration.space());
  }

  private static List<String> texts(Explored.@Nullable Violation violation) {
    assertThat(violation).isNotNull();
    return violation.path().stream().map(Choice::text).toList();
  }

  @Test
  void whatHappensAgainAndAgainIsNotMissed() {
    assertThat(missed(true, null, 0, "caught by P0")).isNull();
    assertThat(missed(true, null, 0, "caught by P1")).isNull();
  }

  @Test
  void cycleWithoutTheGoalIsFound() {
    Explored.Violation violation = missed(true, null, 0, "caught by nobody");
    assertThat(texts(violation))
        .containsExactly(
            "start P0",
            "start P1",
            "deliver Ball P0 -> P1",
            "deliver Ball P1 -> P0",
            "deliver Ball P0 -> P1");
    assertThat(violation).isNotNull();
    assertThat(violation.repeated()).isEqualTo(2);
    assertThat(violation.judge()).isEqualTo("said");
    assertThat(violation.text()).isEqualTo("from some moment on nobody says caught by nobody");
  }

  @Test
  void endWithoutTheGoalIsFound() {
    Explored.Violation violation = missed(true, null, 1, "caught by P1");
    assertThat(texts(violation)).containsExactly("start P0", "start P1", "drop Ball P0 -> P1");
    assertThat(violation).isNotNull();
    assertThat(violation.repeated()).isZero();
  }

  @Test
  void messageThatCanArriveArrivesSomeDay() {
    // A clock that ticks on and on while the ball is in flight would not be fair.
    assertThat(missed(true, "tick", 0, "caught by P1")).isNull();
  }

  @Test
  void alarmThatCanExpireExpiresSomeDay() {
    // Nor is it fair that the ball goes to and fro, and the clock never ticks.
    assertThat(missed(true, "tick", 0, "tick")).isNull();
    assertThat(texts(missed(false, "tick", 0, "caught by P1"))).endsWith("expire P1 tick");
  }
}
