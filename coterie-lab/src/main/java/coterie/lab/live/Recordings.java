package coterie.lab.live;

import coterie.core.NodeId;
import coterie.recording.Entry;
import coterie.sim.RecordedStage;
import coterie.sim.replay.SimRecording;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files into which the processes of a run are recorded, one each. */
public final class Recordings implements AutoCloseable {
  /** One file each stays open. */
  private static final int NODES_MAX = 1_000;

  private final List<OutputStream> files = new ArrayList<>();

  private Recordings() {}

  /** Records all processes of the run, or none if there is no folder. */
  public static Recordings of(ScenarioRun run, @Nullable Path folder) throws IOException {
    Recordings recordings = new Recordings();
    if (folder != null) {
      recordings.open(run, folder);
    }
    return recordings;
  }

  /** What the recording of a process is called. */
  public static String fileName(NodeId node) {
    return node + ".recording";
  }

  private void open(ScenarioRun run, Path folder) throws IOException {
    Scenario scenario = run.scenario();
    int size = scenario.members().size();
    if (size > NODES_MAX) {
      throw new IllegalArgumentException(
          "--record takes up to %d processes, not %d".formatted(NODES_MAX, size));
    }
    Files.createDirectories(folder);
    for (int i = 0; i < size; i++) {
      NodeId node = scenario.members().at(i);
      Path file = folder.resolve(fileName(node));
      Files.deleteIfExists(file);
      if (run.stage() instanceof RecordedStage local) {
        files.add(new BufferedOutputStream(Files.newOutputStream(file)));
        SimRecording.record(local, scenario, node, files.getLast());
      }
    }
    if (run.stage() instanceof LiveStage stage) {
      stage.record(
          new LiveStage.Recording() {
            @Override
            public Path file(NodeId node) {
              return folder.resolve(fileName(node));
            }

            @Override
            public Entry.Life life(NodeId node) {
              return SimRecording.life(scenario, node);
            }
          });
    }
  }

  /** Writes what is left. */
  public void finish() throws IOException {
    for (OutputStream file : files) {
      file.flush();
    }
  }

  @Override
  public void close() {
    for (OutputStream file : files) {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException("a recording cannot be written: " + e.getMessage(), e);
      }
    }
  }
}
