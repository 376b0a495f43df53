package coterie.sim.scenario;

import coterie.core.TimeText;
import coterie.sim.fault.Latency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The latency {@code replay:FILE}: recorded delays, one a line. */
final class RecordedDelays {
  private static final String REPLAY = "replay:";

  private RecordedDelays() {}

  /** Any latency; where replay names a file, the delays in it. */
  static Latency parse(String words) {
    String rest = words.startsWith(REPLAY) ? words.substring(REPLAY.length()) : "";
    boolean isList = TimeText.isDuration(rest.split(",", 2)[0]);
    return rest.isEmpty() || isList ? Latency.parse(words) : read(rest);
  }

  private static Latency read(String file) {
    try {
      List<String> lines = Files.readAllLines(Path.of(file));
      List<Long> delays =
          lines.stream()
              .map(line -> line.replaceFirst("#.*", "").strip())
              .filter(line -> !line.isEmpty())
              .map(TimeText::parse)
              .toList();
      return new Latency.Replay(delays);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cannot read \"%s\"; replay takes delays, or a file with one a line".formatted(file), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }
}
