package coterie.lab.lesson;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The processes that fall and notice in the lesson about Bully, by number from 1. */
public record BullyPlan(int nodes, int faller, int detector) {
  private static final int NODES_MIN = 2;
  private static final int NODES_MAX = 20;

  public BullyPlan {
    requireMember("--faller", faller, nodes);
    requireMember("--detector", detector, nodes);
    if (faller == detector) {
      throw new IllegalArgumentException(
          "--faller %d --detector %d: a process that has fallen notices nothing; give two different"
                  .formatted(faller, detector)
              + " processes");
    }
  }

  /** Fills in what was not given, and refuses what cannot be. */
  public static BullyPlan of(int nodes, @Nullable Integer faller, @Nullable Integer detector) {
    if (nodes < NODES_MIN || nodes > NODES_MAX) {
      throw new IllegalArgumentException(
          "-n %d: the election takes %d to %d processes".formatted(nodes, NODES_MIN, NODES_MAX));
    }
    int falls = faller != null ? faller : Math.min(3, nodes);
    int notices = detector != null ? detector : falls == 1 ? 2 : 1;
    return new BullyPlan(nodes, falls, notices);
  }

  private static void requireMember(String flag, int who, int nodes) {
    if (who < 1 || who > nodes) {
      throw new IllegalArgumentException(
          "%s %d: the processes are 1 to %d".formatted(flag, who, nodes));
    }
  }

  /** The scenario, as lines. */
  public List<String> lines(Lesson lesson, boolean isReturning) {
    Map<String, Integer> values = Map.of("nodes", nodes, "faller", faller, "detector", detector);
    return isReturning ? lesson.scenario(values, "returns") : lesson.scenario(values);
  }
}
