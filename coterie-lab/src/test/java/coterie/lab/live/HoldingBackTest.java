package coterie.lab.live;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Blueprints;
import coterie.recording.Entry;
import coterie.recording.EntryStream;
import coterie.recording.Frames;
import coterie.recording.Scribe;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.replay.Outcome;
import coterie.sim.replay.Replay;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What waits behind a save, and what does not: one rule for the simulator, for sockets, and for the
 * replay of either.
 */
class HoldingBackTest {
  private static final NodeId P0 = new NodeId(0);
  private static final String STACK = "layers";
  private static final View MEMBERS = View.numbered(0, 1);

  private static final class Log implements StageWitness {
    @Override
    public int wants() {
      return ALL;
    }

    final List<String> lines = new ArrayList<>();

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      lines.add("noted " + ((Layers.Said) note).text());
    }

    @Override
    public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
      lines.add("sent " + ((Layers.Word) message).text());
    }

    @Override
    public void held(long at, NodeId node, int channel, Object what) {
      lines.add(
          "held "
              + (what instanceof Layers.Said(String text) ? text : ((Layers.Word) what).text()));
    }

    @Override
    public void durable(long at, NodeId node, int channel, String name, Record value) {
      lines.add("saved");
    }
  }

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void onlyWhatDependsOnASaveWaitsForIt(boolean isDiscreet) throws IOException {
    ByteArrayOutputStream simulated = new ByteArrayOutputStream();
    Simulation simulation =
        new Simulation(
            MEMBERS, Layers.blueprint(isDiscreet), Setup.standard().withSyncNanos(1_000_000));
    simulation.record(P0, new Scribe(life(), EntryStream.begin(simulated)));
    assertThat(act(simulation)).isEqualTo(expected(isDiscreet));
    assertThat(replayed(simulated.toByteArray(), isDiscreet)).isEqualTo(expected(isDiscreet));

    Path recording = folder.resolve("recording");
    try (SocketStage stage =
        new SocketStage(MEMBERS, Layers.blueprint(isDiscreet), Setup.standard(), 1)) {
      stage.record(
          new LiveStage.Recording() {
            @Override
            public Path file(NodeId node) {
              return recording;
            }

            @Override
            public Entry.Life life(NodeId node) {
              return HoldingBackTest.life();
            }
          });
      assertThat(act(stage)).isEqualTo(expected(isDiscreet));
    }
    assertThat(replayed(Files.readAllBytes(recording), isDiscreet)).isEqualTo(expected(isDiscreet));
  }

  private static List<String> act(Stage stage) {
    Log log = new Log();
    stage.watch(log);
    stage.start();
    stage.call(
        P0,
        Layers.Saver.class,
        "act",
        saver -> {
          saver.act();
          return true;
        });
    stage.runUntil(() -> log.lines.contains("saved"), 60 * TimeText.SECOND);
    return log.lines;
  }

  private static List<String> expected(boolean isDiscreet) {
    List<String> lines = new ArrayList<>();
    List.of("below 1", "saver 1", "above 1", "below 2").forEach(each -> add(lines, each, false));
    add(lines, "saver 2", true);
    add(lines, "above 2", !isDiscreet);
    add(lines, "saver 2", false);
    if (!isDiscreet) {
      add(lines, "above 2", false);
    }
    lines.add("saved");
    return lines;
  }

  private static void add(List<String> lines, String text, boolean isHeld) {
    lines.add((isHeld ? "held " : "noted ") + text);
    lines.add((isHeld ? "held " : "sent ") + text);
  }

  private static Entry.Life life() {
    return new Entry.Life("test", P0, 1, STACK, List.of(), List.of(P0));
  }

  private static List<String> replayed(byte[] recording, boolean isDiscreet) throws IOException {
    Blueprints layers =
        new Blueprints() {
          @Override
          public String name() {
            return STACK;
          }

          @Override
          public Blueprint blueprint(
              NodeId self, View members, SortedMap<String, String> settings) {
            return Layers.blueprint(isDiscreet);
          }
        };
    ClassLoader loader = HoldingBackTest.class.getClassLoader();
    Stacks stacks = new Stacks(Recipes.of(loader), List.of(layers));
    Log log = new Log();
    Frames frames = new Frames(new ByteArrayInputStream(recording));
    Outcome outcome = new Replay(frames, stacks, loader, log).run(Long.MAX_VALUE);
    assertThat(outcome).isInstanceOf(Outcome.Same.class);
    return log.lines;
  }
}
