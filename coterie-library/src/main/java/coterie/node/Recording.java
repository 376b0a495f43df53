package coterie.node;

import coterie.Config;
import coterie.JoinException;
import coterie.net.Host;
import coterie.net.Recorder;
import coterie.recording.Entry.Life;
import coterie.recording.Entry.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How a node comes to be recorded. */
final class Recording {
  private Recording() {}

  /** Before the host starts. */
  static void begin(Host host, Config config, NodePlan plan, Path file) {
    List<Value> settings =
        PlanText.write(plan).entrySet().stream()
            .map(setting -> new Value(setting.getKey(), setting.getValue()))
            .toList();
    Life life =
        new Life(
            config.cluster(),
            host.self(),
            host.incarnation(),
            NodeBlueprints.NAME,
            settings,
            plan.members());
    try {
      host.record(Recorder.open(file, life));
    } catch (IOException e) {
      throw new JoinException(
          JoinException.Reason.BAD_DATA,
          "%s cannot be recorded to %s: %s".formatted(config.name(), file, e.getMessage()),
          e);
    }
  }
}
