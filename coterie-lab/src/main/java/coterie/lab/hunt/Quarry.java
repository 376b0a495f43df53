package coterie.lab.hunt;

import coterie.lab.campaign.Seeds;
import coterie.lab.campaign.ShardReport;
import coterie.sim.hunt.Coverage.Subject;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a hunt is after, as far as a report of it needs to know: so that shards can be merged
 * without the protocol.
 *
 * @param scenario what all seeds have in common, in the lines of a file
 * @param command the command line that hunts, up to the seeds
 * @param offers what runs could show
 */
public record Quarry(
    List<String> scenario,
    String faults,
    String command,
    Seeds seeds,
    int keepGoing,
    Map<String, Set<String>> offers) {
  static final String KIND = "hunt";

  /** Describes a hunt. */
  public static Quarry of(
      Hunt hunt,
      Recipes recipes,
      Set<FaultKind> kinds,
      String command,
      Seeds seeds,
      int keepGoing) {
    Map<String, Set<String>> offers = new LinkedHashMap<>();
    hunt.offers().forEach((subject, names) -> offers.put(subject.word(), names));
    String faults = kinds.stream().map(FaultKind::word).collect(Collectors.joining(", "));
    return new Quarry(
        ScenarioText.lines(hunt.base(), recipes),
        faults.isEmpty() ? "none" : faults,
        command,
        seeds,
        keepGoing,
        offers);
  }

  /** Returns what runs could show of that. */
  Set<String> offers(Subject subject) {
    return offers.getOrDefault(subject.word(), Set.of());
  }

  /** Returns the value of a statement of the scenario, such as nodes. */
  String said(String statement) {
    return scenario.stream()
        .filter(line -> line.startsWith(statement + " "))
        .map(line -> line.substring(statement.length() + 1))
        .findFirst()
        .orElse("");
  }

  /** Returns the command that runs one seed again. */
  public String replay(long seed) {
    return "%s --seeds %d".formatted(command, seed);
  }

  /** Makes the hunt that it describes, on whichever machine. */
  public Hunt hunt(Recipes recipes) {
    ScenarioReader reader = new ScenarioReader(recipes).text(KIND, scenario);
    return new Hunt(reader.scenario(), recipes, FaultKind.parse(faults));
  }

  /** Returns it as what all shards have in common. */
  public Map<String, @Nullable Object> campaign() {
    Map<String, @Nullable Object> campaign = ShardReport.campaign(KIND);
    campaign.put("scenario", scenario);
    campaign.put("faults", faults);
    campaign.put("command", command);
    campaign.put("seeds", seeds.toString());
    campaign.put("keepGoing", keepGoing);
    campaign.put("offers", offers);
    return campaign;
  }

  /** Reads what {@link #campaign} has written. */
  public static Quarry read(Map<String, @Nullable Object> campaign) {
    Map<String, Set<String>> offers = new LinkedHashMap<>();
    if (campaign.get("offers") instanceof Map<?, ?> map) {
      map.forEach((key, value) -> offers.put(String.valueOf(key), new TreeSet<>(texts(value))));
    }
    return new Quarry(
        texts(campaign.get("scenario")),
        String.valueOf(campaign.get("faults")),
        String.valueOf(campaign.get("command")),
        Seeds.parse("seeds", String.valueOf(campaign.get("seeds"))),
        campaign.get("keepGoing") instanceof Long count ? Math.toIntExact(count) : 1,
        offers);
  }

  private static List<String> texts(@Nullable Object values) {
    List<String> texts = new ArrayList<>();
    if (values instanceof List<?> list) {
      list.forEach(value -> texts.add(String.valueOf(value)));
    }
    return texts;
  }
}
