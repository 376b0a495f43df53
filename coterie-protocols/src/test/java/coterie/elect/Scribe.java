package coterie.elect;

import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;

/** Writes down what an election tells its listeners. */
public class Scribe implements Election.Listener {
  public final List<String> heard = new ArrayList<>();

  @Override
  public void elected(NodeId leader, long term) {
    heard.add("elected " + leader + " " + term);
  }

  @Override
  public void leaderLost(NodeId leader, long term) {
    heard.add("lost " + leader + " " + term);
  }

  @Override
  public void ledFrom(long term) {
    heard.add("leads " + term);
  }

  @Override
  public void ledUntilNow(long term) {
    heard.add("led " + term);
  }
}
