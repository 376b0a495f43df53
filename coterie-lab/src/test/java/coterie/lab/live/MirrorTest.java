package coterie.lab.live;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.recording.Entry;
import coterie.recording.Frames;
import coterie.sim.StageWitness;
import coterie.sim.replay.Mirror;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that runs elsewhere, followed event by event. */
class MirrorTest {
  private static final ClassLoader LOADER = MirrorTest.class.getClassLoader();
  private static final Recipes RECIPES = Recipes.of(LOADER);

  private final List<List<Entry>> events = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();
  private final Mirror mirror =
      new Mirror(
          Stacks.of(RECIPES, LOADER),
          LOADER,
          new StageWitness() {
            @Override
            public int wants() {
              return ALL;
            }

            @Override
            public void noted(long at, NodeId node, int channel, Note note) {
              notes.add(note);
            }
          });
  private Scenario scenario;

  /** The first life of P1 in a run of Bully, an event each. */
  @BeforeEach
  void record() throws IOException {
    ScenarioReader reader = new ScenarioReader(RECIPES);
    List.of("protocol bully", "nodes 3", "until 12", "at 4 crash 2")
        .forEach(statement -> reader.statement("", statement));
    scenario = reader.scenario();
    Frames frames = new Frames(new ByteArrayInputStream(ReplayTest.record(scenario).get(1)));
    @Nullable Entry entry = frames.next();
    while (entry != null) {
      boolean isInput = entry instanceof Entry.Input && !(entry instanceof Entry.Started);
      if (isInput || entry instanceof Entry.Life) {
        events.add(new ArrayList<>());
      }
      events.getLast().add(entry);
      entry = frames.next();
    }
  }

  @Test
  void mirrorIsInTheStateOfTheNode() {
    events.forEach(mirror::follow);
    ScenarioRun run = new ScenarioRun(scenario, RECIPES);
    run.run();
    assertThat(mirror.difference()).isNull();
    assertThat(notes).isNotEmpty();
    assertThat(mirror.protocols().getLast().state())
        .hasToString(String.valueOf(run.stage().protocols(new NodeId(1)).getLast().state()));
    assertThat(mirror.families()).isEqualTo(run.stage().families());
  }

  @Test
  void nodeThatDoesSomethingElseIsFoundOut() {
    List<Entry> changed =
        events.stream()
            .filter(event -> event.stream().anyMatch(Entry.Noted.class::isInstance))
            .findFirst()
            .orElseThrow();
    changed.replaceAll(
        entry ->
            entry instanceof Entry.Noted(int channel, String note)
                ? new Entry.Noted(channel, note + " and more")
                : entry);
    events.forEach(mirror::follow);
    assertThat(mirror.difference()).isNotNull();
    assertThat(mirror.difference().recorded()).contains("and more");
  }

  /** As when it is killed while it tells. */
  @Test
  void eventOfWhichOnlyAPartIsKnownIsNoDifference() {
    List<Entry> whole =
        events.stream().filter(event -> event.size() > 3).skip(1).findFirst().orElseThrow();
    for (List<Entry> event : events) {
      if (event == whole) {
        mirror.follow(event.subList(0, 2));
        break;
      }
      mirror.follow(event);
    }
    assertThat(mirror.difference()).isNull();
  }
}
