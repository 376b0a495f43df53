package coterie.lab.product;

import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Json;
import coterie.sim.trace.Kind;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** The whole run as JSON lines. */
public final class JsonLinesFile extends Drawn {
  private @Nullable BufferedWriter writer;
  private @Nullable IOException failure;

  public JsonLinesFile(Path file) {
    super("--jsonl", file, Integer.MAX_VALUE);
  }

  @Override
  public void attach(ScenarioRun run) throws IOException {
    BufferedWriter opened = Files.newBufferedWriter(file());
    writer = opened;
    run.trace(EnumSet.allOf(Kind.class), event -> write(opened, Json.line(event)));
  }

  /** A line that cannot be written ends the file, and is told of after the run. */
  private void write(BufferedWriter to, String line) {
    try {
      if (failure == null) {
        to.write(line);
        to.write('\n');
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void finish(ScenarioRun run, PrintWriter err) throws IOException {
    try {
      if (failure != null) {
        throw failure;
      }
      if (writer != null) {
        writer.flush();
      }
    } catch (IOException e) {
      throw new IOException("cannot write %s: %s".formatted(file(), e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    try {
      if (writer != null) {
        writer.close();
      }
    } catch (IOException e) {
      // What could not be written was told of.
    }
  }
}
