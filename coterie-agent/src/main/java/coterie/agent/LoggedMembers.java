package coterie.agent;

import coterie.Change;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The members that the log has named. A member that comes while the agent lists the members is seen
 * twice, in the list and as a change, in either order; the log names it once.
 */
final class LoggedMembers {
  private final Set<String> named = ConcurrentHashMap.newKeySet();

  /** Notes a member of the list, and returns whether the log has not named it yet. */
  boolean isNew(String name) {
    return named.add(name);
  }

  /** Notes a change, and returns whether it says something that the log has not. */
  boolean isNews(Change change) {
    if (change instanceof Change.Joined joined) {
      return isNew(joined.member().name());
    }
    if (change instanceof Change.Left || change instanceof Change.Failed) {
      named.remove(((Change.OfMember) change).member().name());
    }
    return true;
  }
}
