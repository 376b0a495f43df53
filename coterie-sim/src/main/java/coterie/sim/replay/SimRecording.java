package coterie.sim.replay;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.recording.Entry;
import coterie.recording.EntryStream;
import coterie.recording.Scribe;
import coterie.sim.RecordedStage;
import coterie.sim.scenario.Scenario;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Records a node of a simulated run, in all its lives. */
public final class SimRecording {
  private static final String CLUSTER = "scenario";

  private SimRecording() {}

  /** Writes all that the node does to the stream. To be called before the run. */
  public static void record(RecordedStage stage, Scenario scenario, NodeId node, OutputStream out)
      throws IOException {
    stage.record(node, new Scribe(life(scenario, node), EntryStream.begin(out)));
  }

  /** What a recording says first of a node of that scenario, wherever it runs. */
  public static Entry.Life life(Scenario scenario, NodeId node) {
    List<Entry.Value> settings = new ArrayList<>();
    scenario.settings().forEach((name, text) -> settings.add(new Entry.Value(name, text)));
    return new Entry.Life(
        CLUSTER, node, 0, scenario.protocol(), settings, list(scenario.members()));
  }

  private static List<NodeId> list(View members) {
    List<NodeId> list = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      list.add(members.at(i));
    }
    return list;
  }
}
