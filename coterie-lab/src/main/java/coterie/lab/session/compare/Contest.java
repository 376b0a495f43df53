package coterie.lab.session.compare;

import coterie.lab.session.compare.ComparisonData.Spot;
import coterie.lab.trial.Entrant;
import coterie.lab.trial.OneByOne;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A comparison while it is run: every point of its charts with the first seed, then every point
 * with the second, and so on, so that all points are there early and become surer together.
 */
final class Contest<E extends Entrant, R extends Record, O> {
  /** One point with its runs. */
  record Lane<E extends Entrant, R extends Record, O>(Spot spot, OneByOne<E, R, O> runs) {}

  private final ComparisonData<O> data;
  private final List<Lane<E, R, O>> lanes;
  private final Map<String, @Nullable Object> head;
  private final long firstSeed;
  private final int of;
  private int done;

  Contest(
      ComparisonData<O> data,
      List<Lane<E, R, O>> lanes,
      Map<String, @Nullable Object> head,
      long firstSeed,
      int seeds) {
    this.data = data;
    this.lanes = List.copyOf(lanes);
    this.head = head;
    this.firstSeed = firstSeed;
    this.of = lanes.size() * seeds;
  }

  /** Everything that is known before the runs, with rows that have no figures yet. */
  Map<String, @Nullable Object> head() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(head);
    all.put("of", of);
    List<Object> rows = new ArrayList<>();
    lanes.forEach(lane -> rows.add(row(lane)));
    all.put("rows", rows);
    return all;
  }

  /** Does that many runs more, and tells of the rows that they belong to. */
  Map<String, @Nullable Object> advance(int runs) {
    Set<Integer> changed = new TreeSet<>();
    for (int i = 0; i < runs && done < of; i++) {
      int lane = done % lanes.size();
      lanes.get(lane).runs.run(firstSeed + done / lanes.size());
      changed.add(lane);
      done++;
    }
    Map<String, @Nullable Object> rows = new LinkedHashMap<>();
    changed.forEach(lane -> rows.put(String.valueOf(lane), row(lanes.get(lane))));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("done", done);
    answer.put("of", of);
    answer.put("rows", rows);
    return answer;
  }

  private Map<String, @Nullable Object> row(Lane<E, R, O> lane) {
    OneByOne<E, R, O> runs = lane.runs;
    return data.row(lane.spot, runs.runs() == 0 ? null : runs.outcome(), runs.runs(), runs.alone());
  }
}
