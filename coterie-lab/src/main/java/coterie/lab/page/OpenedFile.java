package coterie.lab.page;

import coterie.lab.TextFiles;
import coterie.recording.Frames;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A file that the page shows first: a scenario, a trace test or a recording. */
public final class OpenedFile {
  private OpenedFile() {}

  /**
   * Reads it.
   *
   * @param loader finds the classes of protocols
   * @throws IllegalArgumentException where it is neither, with a sentence that says why
   */
  public static PageStart.Opened of(Path file, Recipes recipes, ClassLoader loader) {
    String name = file.getFileName() == null ? file.toString() : file.getFileName().toString();
    try {
      if (isRecording(file)) {
        return new PageStart.Opened(name, null, RecordedFile.json(file, recipes, loader));
      }
      List<String> lines = new TraceFile(name, TextFiles.read(file)).scenario();
      new ScenarioReader(recipes).text(file.toString(), lines).scenario();
      return new PageStart.Opened(name, String.join("\n", lines) + "\n", null);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + TextFiles.why(e), e);
    } catch (UncheckedIOException e) {
      throw new IllegalArgumentException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static boolean isRecording(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    byte[] head = Frames.head();
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(head.length), head);
    }
  }
}
