package coterie.lab.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimelineTest {
  record Beat() implements Message {}

  sealed interface Msg extends Message permits Ask, Yes, AllIsWell {}

  record Ask() implements Msg {}

  record Yes() implements Msg {}

  record AllIsWell() implements Msg {}

  enum Phase {
    IDLE,
    ASKING,
    LEADER
  }

  record State(Phase phase, @Nullable NodeId leader, long untilNanos, boolean sure, int term) {}

  /** Below the one that is shown: it beats all the time. */
  static final class Beating implements Protocol<Beat> {
    private final Context<Beat> context;
    private final View members;

    Beating(Context<Beat> context, View members) {
      this.context = context;
      this.members = members;
    }

    @Override
    public void start() {
      context.alarm("beat", this::start).start(TimeText.SECOND);
      context.send(members.at(members.after(members.indexOf(context.self()))), new Beat());
    }

    @Override
    public void receive(NodeId from, Beat beat) {}
  }

  /** Whoever is told to asks all, and leads as soon as somebody says yes. */
  static final class Asking implements Protocol<Msg> {
    private final Context<Msg> context;
    private final View members;
    private Phase phase = Phase.IDLE;
    private @Nullable NodeId leader;

    Asking(Context<Msg> context, View members) {
      this.context = context;
      this.members = members;
    }

    void ask() {
      phase = Phase.ASKING;
      toOthers(new Ask());
    }

    private void toOthers(Msg message) {
      for (int i = 0; i < members.size(); i++) {
        if (!members.at(i).equals(context.self())) {
          context.send(members.at(i), message);
        }
      }
    }

    private void reassure() {
      context.note(new Note.Leads(1, context.nowNanos() + TimeText.SECOND));
      context.alarm("reassure", this::reassure).start(TimeText.SECOND / 2);
      toOthers(new AllIsWell());
    }

    @Override
    public void receive(NodeId from, Msg message) {
      switch (message) {
        case Ask ask -> context.send(from, new Yes());
        case Yes yes -> {
          if (phase == Phase.ASKING) {
            phase = Phase.LEADER;
            leader = context.self();
            reassure();
          }
        }
        case AllIsWell well -> {
          if (leader == null) {
            leader = from;
            context.note(new Note.Elected(from, 1));
          }
        }
      }
    }

    @Override
    public State state() {
      return new State(phase, leader, context.nowNanos(), leader != null, 0);
    }
  }

  private static Simulation simulation(int size, String latency) {
    View members = View.numbered(1, size);
    Blueprint blueprint =
        node -> {
          node.add("beat", Beat.class, context -> new Beating(context, members));
          node.add("ask", Msg.class, context -> new Asking(context, members));
        };
    return new Simulation(members, blueprint, Setup.standard().withLatency(Latency.parse(latency)));
  }

  private static void ask(Simulation simulation, int who) {
    simulation.call(
        new NodeId(who),
        Asking.class,
        "ask",
        asking -> {
          asking.ask();
          return null;
        });
  }

  @Test
  void rowForEveryInstantAtWhichSomethingChanged() {
    Simulation simulation = simulation(4, "30ms");
    Timeline timeline = new Timeline(simulation);
    simulation.at(2 * TimeText.SECOND, new Fault.Crash(new NodeId(2)));
    simulation.at(3 * TimeText.SECOND, () -> ask(simulation, 1));
    simulation.at(5 * TimeText.SECOND, new Fault.Cut(new NodeId(3), new NodeId(4), true));
    simulation.at(6 * TimeText.SECOND, new Fault.Pause(new NodeId(4)));
    simulation.at(7 * TimeText.SECOND, new Fault.Recover(new NodeId(2)));
    simulation.runUntil(8 * TimeText.SECOND);
    assertThat(String.join("\n", timeline.lines()) + "\n")
        .as("no beats, no repeated signs of life, but the answers that do not change a state")
        .isEqualTo(
            """
            time │ P1                  │ P2                  │ P3                  │ P4
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            0    │ IDLE                │ IDLE                │ IDLE                │ IDLE
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            2    │ IDLE                │ crashed             │ IDLE                │ IDLE
                 │                     │ DOWN                │                     │
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            3    │ ask                 │ DOWN                │ IDLE                │ IDLE
                 │ ASK → P2-P4         │                     │                     │
                 │ ASKING              │                     │                     │
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            3.03 │ ASKING              │ ignores ASK from P1 │ ASK from P1         │ ASK from P1
                 │                     │ DOWN                │ YES → P1            │ YES → P1
                 │                     │                     │ IDLE                │ IDLE
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            3.06 │ YES from P3         │ DOWN                │ IDLE                │ IDLE
                 │ LEADS               │                     │                     │
                 │ ALL_IS_WELL → P2-P4 │                     │                     │
                 │ YES from P4         │                     │                     │
                 │ LEADER sure         │                     │                     │
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            3.09 │ LEADER sure         │ ignores ALL_IS_WELL │ ALL_IS_WELL from P1 │ ALL_IS_WELL from P1
                 │                     │ from P1             │ IDLE leader P1 sure │ IDLE leader P1 sure
                 │                     │ DOWN                │                     │
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            5    │ cut P3 - P4
                 │ LEADER sure         │ DOWN                │ IDLE leader P1 sure │ IDLE leader P1 sure
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            6    │ LEADER sure         │ DOWN                │ IDLE leader P1 sure │ IDLE leader P1 sure
                 │                     │                     │                     │ (paused)
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            7    │ LEADER sure         │ returned            │ IDLE leader P1 sure │ IDLE leader P1 sure
                 │                     │ IDLE                │                     │ (paused)
            ─────┼─────────────────────┼─────────────────────┼─────────────────────┼────────────────────
            7.09 │ LEADER sure         │ ALL_IS_WELL from P1 │ IDLE leader P1 sure │ IDLE leader P1 sure
                 │                     │ IDLE leader P1 sure │                     │ (paused)
            """);
  }

  /** Waits for two in turn; both may come in one instant. */
  static final class Stepping implements Protocol<Msg> {
    private final Context<Msg> context;
    private final View members;
    private Phase phase = Phase.IDLE;

    Stepping(Context<Msg> context, View members) {
      this.context = context;
      this.members = members;
    }

    @Override
    public void start() {
      if (context.self().equals(members.at(0))) {
        context.alarm("patience", this::impatient).start(TimeText.SECOND);
      }
    }

    private void impatient() {
      for (int i = 1; i < members.size(); i++) {
        context.send(members.at(i), new Ask());
      }
    }

    @Override
    public void receive(NodeId from, Msg message) {
      switch (message) {
        case Ask ask -> context.send(from, new Yes());
        case Yes yes -> phase = phase == Phase.IDLE ? Phase.ASKING : Phase.LEADER;
        case AllIsWell well -> {}
      }
    }

    @Override
    public State state() {
      return new State(phase, null, context.nowNanos(), false, 0);
    }
  }

  @Test
  void timeoutsAndStatesThatAreLeftAtOnceAreTold() {
    View members = View.numbered(1, 3);
    Blueprint blueprint =
        node -> {
          node.add("beat", Beat.class, context -> new Beating(context, members));
          node.add("step", Msg.class, context -> new Stepping(context, members));
        };
    Simulation simulation =
        new Simulation(members, blueprint, Setup.standard().withLatency(Latency.parse("30ms")));
    Timeline timeline = new Timeline(simulation);
    // A fault makes a row of the instant in which the alarm expires.
    simulation.at(TimeText.SECOND, new Fault.Slow(new NodeId(1), 0));
    simulation.runUntil(2 * TimeText.SECOND);
    String shown = String.join("\n", timeline.lines());
    assertThat(shown)
        .contains("│ YES from P2 │", "│ ASKING      │", "│ YES from P3 │", "│ LEADER      │");
    assertThat(shown).as("alarms of the protocol below").doesNotContain("timeout: beat");
  }

  @Test
  void whoseFallIsNoticedIsTold() {
    for (int down = 0; down <= 2; down++) {
      Simulation simulation = simulation(4, "30ms");
      Timeline timeline = new Timeline(simulation);
      for (int i = 0; i < down; i++) {
        simulation.at(TimeText.SECOND, new Fault.Crash(new NodeId(2 + i)));
      }
      simulation.at(2 * TimeText.SECOND, () -> notice(simulation));
      simulation.runUntil(3 * TimeText.SECOND);
      String words =
          switch (down) {
            case 0 -> "notices a fall, though all are up";
            case 1 -> "notices that P2 is down";
            default -> "notices that P2, P3 are down";
          };
      String shown = String.join(" ", timeline.lines()).replaceAll("[│ ]+", " ");
      assertThat(shown).contains(words.substring(0, 16), words.substring(words.length() - 4));
    }
  }

  private static void notice(Simulation simulation) {
    simulation.call(new NodeId(1), Asking.class, "notice", asking -> null);
  }

  @Test
  void whoWaitsAndWhoIsInsideStandsBesideItsState() {
    assertThat(standing(new Note.Wanted("mutex"))).isEqualTo("WAITING term 1");
    assertThat(standing(new Note.Wanted("mutex"), new Note.Entered("mutex", 3)))
        .isEqualTo("INSIDE term 1");
    assertThat(standing(new Note.Entered("mutex", 3), new Note.Exited("mutex", 3)))
        .isEqualTo("term 1");
    assertThat(standing(new Note.Entered("b", 3), new Note.Wanted("a"), new Note.Wanted("c")))
        .isEqualTo("WAITING\u00a0a INSIDE\u00a0b WAITING\u00a0c term 1");
    assertThat(standing(new Note.Wanted("a"), new Note.GaveUp("a"))).isEqualTo("term 1");
    Standings standings = new Standings(1);
    standings.noted(0, new Note.Entered("mutex", 3));
    assertThat(standings.joined(0, "INSIDE with 3")).as("said once").isEqualTo("INSIDE with 3");
    standings.crashed(0);
    assertThat(standings.joined(0, "")).isEmpty();
  }

  private static String standing(Note... notes) {
    Standings standings = new Standings(1);
    for (Note note : notes) {
      standings.noted(0, note);
    }
    return standings.joined(0, "term 1");
  }

  @Test
  void notesOfLocksAreSaidInWords() {
    NodeId self = new NodeId(1);
    assertThat(Phrases.note(new Note.Wanted("mutex"), self)).isEqualTo("wants the lock");
    assertThat(Phrases.note(new Note.Entered("mutex", 12), self))
        .isEqualTo("enters with token\u00a012");
    assertThat(Phrases.note(new Note.Exited("mutex", 12), self)).isEqualTo("leaves");
    assertThat(Phrases.note(new Note.LostLock("mutex", 12), self)).isEqualTo("loses the lock");
    assertThat(Phrases.note(new Note.GaveUp("mutex"), self)).isEqualTo("gives up");
    assertThat(Phrases.note(new Note.Wanted("a"), self)).isEqualTo("wants a");
    assertThat(Phrases.note(new Note.Entered("a", 1), self))
        .isEqualTo("enters a with token\u00a01");
    assertThat(Phrases.note(new Note.GaveUp("a"), self)).isEqualTo("gives up a");
  }

  /** Calls the protocol below it, and says nothing itself. */
  static final class Client implements Protocol<Silent> {
    @Override
    public void receive(NodeId from, Silent message) {}
  }

  @Test
  void clientOnTopIsNotWhatIsShown() {
    View members = View.numbered(1, 2);
    Blueprint blueprint =
        node -> {
          node.add("ask", Msg.class, context -> new Asking(context, members));
          node.add("work", Silent.class, context -> new Client());
        };
    Simulation simulation = new Simulation(members, blueprint, Setup.standard());
    Timeline timeline = new Timeline(simulation);
    simulation.at(3 * TimeText.SECOND, () -> ask(simulation, 1));
    simulation.runUntil(3 * TimeText.SECOND);
    assertThat(String.join("\n", timeline.lines())).contains("IDLE", "ASK → P2", "LEADER sure");
  }

  @Test
  void membersAreDrawnTogetherInRanges() {
    View members = View.numbered(1, 9);
    BitSet chosen = new BitSet();
    assertThat(Phrases.range(members, chosen)).isEmpty();
    chosen.set(0);
    assertThat(Phrases.range(members, chosen)).isEqualTo("P1");
    chosen.set(2, 4);
    chosen.set(5, 9);
    assertThat(Phrases.range(members, chosen)).isEqualTo("P1, P3, P4, P6-P9");
  }

  @Test
  void kindsOfMessagesAreInCapitals() {
    assertThat(Phrases.name(AllIsWell.class)).isEqualTo("ALL_IS_WELL");
    assertThat(Phrases.name(Ask.class)).isEqualTo("ASK");
  }

  @Test
  void ofManyProcessesThoseThatDoSomethingAreShown() {
    Simulation simulation = simulation(30, "30ms");
    Timeline timeline = new Timeline(simulation);
    simulation.at(2 * TimeText.SECOND, new Fault.Crash(new NodeId(25)));
    simulation.at(3 * TimeText.SECOND, () -> ask(simulation, 29));
    simulation.runUntil(4 * TimeText.SECOND);
    List<String> lines = timeline.lines();
    assertThat(lines.getFirst().replaceAll(" +", " "))
        .isEqualTo("time │ P1 │ P2 │ P3 │ P4 │ P5 │ P6 │ P7 │ P8 │ P25 │ P29");
    assertThat(lines.getLast())
        .isEqualTo(
            "The timeline shows 10 of 30 processes: those that fail, are called, lead or"
                + " ask for a lock come first.");
  }

  @Test
  void rowsBeyondTheLimitAreCounted() {
    Simulation simulation = simulation(2, "instant");
    Timeline timeline = new Timeline(simulation);
    for (int i = 1; i <= 500; i++) {
      simulation.at(i * TimeText.SECOND, new Fault.Loss(i / 1000.0));
    }
    simulation.runUntil(600 * TimeText.SECOND);
    assertThat(timeline.lines().getLast())
        .isEqualTo("101 more instants at which something changed are left out.");
  }
}
