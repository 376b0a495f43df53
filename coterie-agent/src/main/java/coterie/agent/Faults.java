package coterie.agent;

import coterie.Coterie;
import coterie.Member;
import coterie.agent.http.AgentRequest;
import coterie.agent.http.Refusal;
import coterie.core.NodeId;
import coterie.net.LinkFaults;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Loses packets of this node on purpose. It exists only in agents that {@code ./coterie up} has
 * started, so that users can see what a cut does.
 */
final class Faults {
  private final Coterie node;
  private volatile List<NodeId> cut = List.of();

  Faults(Coterie node) {
    this.node = node;
    node.sendThrough((from, to) -> cut.contains(to) ? LinkFaults.LOST : 0);
  }

  /** From now on nothing is sent to those, and everything to all others. */
  void cut(AgentRequest request) throws IOException {
    Map<String, @Nullable Object> body = request.body();
    if (!(body.get("cut") instanceof List<?> names)) {
      throw new IllegalArgumentException("the body needs \"cut\", a list of names");
    }
    TreeSet<NodeId> ids = new TreeSet<>();
    for (Object name : names) {
      Member member =
          node.member(String.valueOf(name))
              .orElseThrow(() -> new Refusal(404, "there is no member " + name));
      ids.add(member.id());
    }
    cut = List.copyOf(ids);
    request.answer(200, Map.of("cut", names));
  }
}
