package coterie.sim.scenario;

import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.trace.Kind;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * A run before it is run: who, how long, on which network, and what goes wrong when. Made from a
 * file or from flags by {@link ScenarioReader}.
 *
 * @param settings what was set about the protocol
 * @param steps in the order in which they happen
 * @param shown the kinds of lines that its trace shows
 */
public record Scenario(
    String protocol,
    View members,
    long untilNanos,
    Setup setup,
    SortedMap<String, String> settings,
    List<Step> steps,
    Set<Kind> shown) {
  /** The same run, with the bytes of every member counted. */
  public Scenario withBytes() {
    return new Scenario(
        protocol, members, untilNanos, setup.withBytes(true), settings, steps, shown);
  }
}
