package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.Blueprints;
import coterie.recording.Entry;
import coterie.recording.EntryStream;
import coterie.recording.Frames;
import coterie.recording.Scribe;
import coterie.sim.Simulation;
import coterie.sim.replay.Outcome;
import coterie.sim.replay.Replay;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SortedMap;

/** Records the node in virtual time, and shows what a replay of the recording tells. */
final class ReplayedEngine implements Engine {
  private final SimulatedEngine recorded = new SimulatedEngine();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Blueprint blueprint = node -> {};

  ReplayedEngine() {
    recorded.onMade = this::record;
  }

  private void record(Simulation simulation) {
    Entry.Life life = new Entry.Life("contract", SELF, 0, "probe", List.of(), List.of(SELF));
    try {
      simulation.record(SELF, new Scribe(life, EntryStream.begin(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void start(Blueprint newBlueprint) {
    blueprint = newBlueprint;
    recorded.start(newBlueprint);
  }

  @Override
  public void call(String words) {
    recorded.call(words);
  }

  @Override
  public Probe probe(int channel) {
    return recorded.probe(channel);
  }

  @Override
  public void deliver(int channel, String words) {
    recorded.deliver(channel, words);
  }

  @Override
  public void post(int channel, String words) {
    recorded.post(channel, words);
  }

  @Override
  public void deafen() {
    recorded.deafen();
  }

  @Override
  public void crashPeer() {
    recorded.crashPeer();
  }

  @Override
  public void pause() {
    recorded.pause();
  }

  @Override
  public void resume() {
    recorded.resume();
  }

  @Override
  public void crash() {
    recorded.crash();
  }

  @Override
  public boolean isUp() {
    return recorded.isUp();
  }

  @Override
  public void awaitLog(List<String> expected) {
    assertThat(replayed().lines).isEqualTo(expected);
  }

  @Override
  public void awaitDurable(List<String> expected) {
    assertThat(replayed().durable).isEqualTo(expected);
  }

  @Override
  public void elapse(long millis) {
    recorded.elapse(millis);
  }

  private Log replayed() {
    recorded.settle();
    Log log = new Log();
    try {
      Frames frames = new Frames(new ByteArrayInputStream(bytes.toByteArray()));
      Stacks stacks = new Stacks(new Recipes(List.of()), List.of(probes()));
      Replay replay = new Replay(frames, stacks, Probe.class.getClassLoader(), log);
      assertThat(replay.run(Long.MAX_VALUE)).isInstanceOf(Outcome.Same.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return log;
  }

  private Blueprints probes() {
    return new Blueprints() {
      @Override
      public String name() {
        return "probe";
      }

      @Override
      public Blueprint blueprint(NodeId self, View members, SortedMap<String, String> settings) {
        return blueprint;
      }
    };
  }

  @Override
  public void close() {}
}
