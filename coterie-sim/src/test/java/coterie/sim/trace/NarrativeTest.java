package coterie.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Stamp;
import coterie.core.View;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NarrativeTest {
  private static final NodeId P0 = new NodeId(0);
  private static final NodeId P1 = new NodeId(1);
  private static final View THREE = View.numbered(0, 3);

  private static Note stamp(String clock, long time) {
    return new Note.Stamped(clock, "e", new Stamp(time, P0));
  }

  private static StampText text(Note note, NodeId self, View members) {
    return Objects.requireNonNull(StampText.of(note, self, members));
  }

  @ParameterizedTest
  @CsvSource({"lamport, 3, 3, L3", "other, 3, 3, other 3"})
  void stampsAreShort(String clock, long time, String words, String brief) {
    StampText text = text(stamp(clock, time), P0, THREE);
    assertThat(text.text()).isEqualTo(words);
    assertThat(text.brief()).isEqualTo(brief);
    assertThat(text(stamp(clock, time), P1, THREE).brief())
        .as("whose it is, where that is somebody else")
        .isEqualTo(brief + "@P0");
  }

  @Test
  void wallClocksCountFromTheStartOfTheRun() {
    long millis = Simulation.START_MILLIS + 512;
    assertThat(text(stamp("physical", millis), P0, THREE).brief()).isEqualTo("512ms");
    assertThat(text(stamp("physical", millis - 600), P0, THREE).brief()).isEqualTo("-88ms");
    assertThat(text(stamp("hybrid", millis << 16 | 65535), P0, THREE).brief())
        .isEqualTo("512/65535");
  }

  @Test
  void vectorHasAPlaceForEveryMemberOfASmallGroup() {
    Note note = new Note.Versioned("vector", "e", List.of(new Dot(P0, 2), new Dot(P1, 7)));
    assertThat(text(note, P0, THREE).brief()).isEqualTo("[2,7,0]");
    assertThat(text(note, P0, View.numbered(0, 9)).brief()).isEqualTo("[P0:2,P1:7]");
    assertThat(text(note, P0, View.numbered(1, 2)).brief()).isEqualTo("[P0:2,P1:7]");
    assertThat(StampText.of(new Note.Wanted("x"), P0, THREE)).isNull();
  }

  @Test
  void stampsOfOneEventStandInOneLine() {
    List<String> lines = new ArrayList<>();
    Narrative story = new Narrative(THREE, lines::add);
    story.accept(new TraceEvent.Said(0, "It begins."));
    story.accept(new TraceEvent.Called(1_500_000, P0, "local e"));
    story.accept(new TraceEvent.Noted(1_500_000, P0, stamp("lamport", 1)));
    story.accept(
        new TraceEvent.Noted(
            1_500_000, P0, new Note.Versioned("vector", "e", List.of(new Dot(P0, 1)))));
    story.accept(
        new TraceEvent.Noted(1_500_000, P0, new Note.Stamped("lamport", "next", new Stamp(2, P0))));
    story.accept(new TraceEvent.Said(2_000_000, "It goes on."));
    story.accept(new TraceEvent.Answered(2_000_000, P0, List.of("a", "b")));
    story.accept(new TraceEvent.Faulted(3_000_000, new Fault.HealAll()));
    story.accept(new TraceEvent.Noted(4_000_000, P1, stamp("lamport", 9)));
    story.end();
    assertThat(lines)
        .containsExactly(
            "       0  It begins.",
            "   0.001  P0   call local e",
            "   0.001  P0   e: lamport 1, vector [1,0,0]",
            "   0.001  P0   next: lamport 2",
            "",
            "   0.002  It goes on.",
            "   0.002  P0   answers",
            "                 a",
            "                 b",
            "   0.003  --   heal all",
            "   0.004  P1   e: lamport 9@P0");
  }

  private record Count(int value) {}

  @Test
  void scriptSpeaksBeforeTheProcessesShowTheirFirstState() {
    List<String> lines = new ArrayList<>();
    Narrative story = new Narrative(THREE, lines::add);
    story.accept(new TraceEvent.Knows(0, P0, new Count(7)));
    story.accept(new TraceEvent.Said(0, "A number is a count."));
    story.accept(new TraceEvent.Said(0, "It begins."));
    story.accept(new TraceEvent.Knows(0, P1, new Count(8)));
    story.end();
    assertThat(lines)
        .containsExactly(
            "       0  A number is a count.",
            "       0  It begins.",
            "       0  P0   knows value=7",
            "       0  P1   knows value=8");
  }

  @Test
  void scriptThatSpeaksLaterIsToldLater() {
    List<String> lines = new ArrayList<>();
    Narrative story = new Narrative(THREE, lines::add);
    story.accept(new TraceEvent.Knows(0, P0, new Count(7)));
    story.accept(new TraceEvent.Said(1_000_000, "It goes on."));
    story.end();
    assertThat(lines).containsExactly("       0  P0   knows value=7", "", "   0.001  It goes on.");
  }

  @Test
  void stateIsToldAgainOnlyWhenItHasChangedOrInANewLife() {
    List<String> lines = new ArrayList<>();
    Narrative story = new Narrative(THREE, lines::add);
    story.accept(new TraceEvent.Knows(1_000_000, P0, new Count(7)));
    story.accept(new TraceEvent.Knows(2_000_000, P0, new Count(7)));
    story.accept(new TraceEvent.Knows(2_000_000, P1, new Count(7)));
    story.accept(new TraceEvent.Knows(3_000_000, P0, new Count(8)));
    story.accept(new TraceEvent.Faulted(4_000_000, new Fault.Recover(P0)));
    story.accept(new TraceEvent.Knows(4_000_000, P0, new Count(8)));
    story.end();
    assertThat(lines)
        .containsExactly(
            "   0.001  P0   knows value=7",
            "   0.002  P1   knows value=7",
            "   0.003  P0   knows value=8",
            "   0.004  --   recover P0",
            "   0.004  P0   knows value=8");
  }
}
