package coterie.node;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.Blueprints;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Builds the protocols of a recorded node again. */
public final class NodeBlueprints implements Blueprints {
  static final String NAME = "coterie";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Blueprint blueprint(NodeId self, View members, SortedMap<String, String> settings) {
    List<NodeId> fixed = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      fixed.add(members.at(i));
    }
    return PlanText.read(settings, fixed);
  }
}
