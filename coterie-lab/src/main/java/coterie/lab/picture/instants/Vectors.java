package coterie.lab.picture.instants;

import coterie.core.NodeId;
import coterie.sim.trace.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every process knows of every other, put together from notes; where a state is a list with
 * one whole number for every member, its numbers are taken for the truth.
 */
public final class Vectors {
  /** How an entry was come by. */
  public enum Origin {
    UNKNOWN,
    OWN,
    GIVEN,
    TESTED,
    LEARNED
  }

  /** One entry, and whether its number has changed since the vector was last shown. */
  public record Cell(int count, Origin origin, boolean isNew) {
    public boolean isFaulty() {
      return count > 0 && (count & 1) == 1;
    }
  }

  private static final int NO_COUNT = -1;

  private final Lanes lanes;
  private final int[][] counts;
  private final int[][] shown;
  private final Origin[][] origins;

  public Vectors(Lanes lanes) {
    this.lanes = lanes;
    this.counts = new int[lanes.size()][lanes.size()];
    this.shown = new int[lanes.size()][lanes.size()];
    this.origins = new Origin[lanes.size()][lanes.size()];
    for (int lane = 0; lane < lanes.size(); lane++) {
      reset(lane);
    }
  }

  /** The process knows nothing but itself. */
  public void reset(int lane) {
    Arrays.fill(counts[lane], NO_COUNT);
    Arrays.fill(origins[lane], Origin.UNKNOWN);
    counts[lane][lane] = 0;
    origins[lane][lane] = Origin.OWN;
    System.arraycopy(counts[lane], 0, shown[lane], 0, lanes.size());
  }

  public void set(int lane, NodeId about, int count, Origin origin) {
    int entry = lanes.lane(about);
    if (entry >= 0) {
      counts[lane][entry] = count;
      origins[lane][entry] = entry == lane ? Origin.OWN : origin;
    }
  }

  /** Takes the numbers from a state, if it has them. */
  public void correct(int lane, Record state) {
    List<?> numbers = numbers(state, lanes.members().size());
    for (int entry = 0; entry < lanes.size() && !numbers.isEmpty(); entry++) {
      if (numbers.get(lanes.index(entry)) instanceof Integer count) {
        counts[lane][entry] = count;
        Origin origin = corrected(count, origins[lane][entry]);
        origins[lane][entry] = origin;
        if (origin == Origin.GIVEN) {
          shown[lane][entry] = count;
        }
      }
    }
  }

  private static Origin corrected(int count, Origin before) {
    if (before == Origin.OWN) {
      return before;
    }
    if (count < 0) {
      return Origin.UNKNOWN;
    }
    return before == Origin.UNKNOWN ? Origin.GIVEN : before;
  }

  /** The vector as it is now. */
  public List<Cell> show(int lane) {
    List<Cell> cells = new ArrayList<>();
    for (int entry = 0; entry < lanes.size(); entry++) {
      int count = counts[lane][entry];
      cells.add(new Cell(count, origins[lane][entry], count != shown[lane][entry]));
      shown[lane][entry] = count;
    }
    return cells;
  }

  /** Whether a state is such a list. */
  public static boolean isVector(Record state, int size) {
    return !numbers(state, size).isEmpty();
  }

  private static List<?> numbers(Record state, int size) {
    List<@Nullable Object> fields = new ArrayList<>(Json.fields(state).values());
    boolean isOne = fields.size() == 1;
    if (isOne && fields.getFirst() instanceof List<?> list && list.size() == size) {
      return list.getFirst() instanceof Integer ? list : List.of();
    }
    return List.of();
  }
}
