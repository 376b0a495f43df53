package coterie.sim.explore.search;

import coterie.sim.manual.Choice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search has found.
 *
 * @param transitions how many successors were found, known ones included
 * @param depth how many events the longest path has on which a new state was found
 * @param exhausted whether all states were found that there are within the bounds
 * @param stoppedBy why the search ended, as a sentence
 * @param cpuNanos the time that its threads have used
 * @param localStates how many states of single nodes there are
 * @param packets how many different messages there are
 * @param misses how often a node was built to see what it does
 * @param pruned how many steps lead beyond the bounds of values or of messages in flight
 * @param bytes how much memory the search has held at most, about
 * @param sampled whether some random numbers were left out, so that all that is said of every order
 *     holds for those that were tried
 */
public record Explored(
    long states,
    long transitions,
    int depth,
    boolean exhausted,
    String stoppedBy,
    long cpuNanos,
    long localStates,
    long packets,
    long misses,
    long pruned,
    long bytes,
    boolean sampled,
    @Nullable Violation violation) {
  /**
   * A path on which something goes wrong; no shorter one does.
   *
   * @param judge the name of the monitor that objects
   * @param text what is wrong
   * @param path all events, the first starts included
   * @param repeated how many of the last events may happen again and again, in that order; 0 if
   *     what is wrong is wrong at the end of the path
   */
  public record Violation(String judge, String text, List<Choice> path, int repeated) {
    public Violation {
      path = List.copyOf(path);
    }

    public Violation(String judge, String text, List<Choice> path) {
      this(judge, text, path, 0);
    }
  }

  /** Returns the same, with a violation that was found afterwards, if there is one. */
  public Explored with(@Nullable Violation later) {
    return new Explored(
        states,
        transitions,
        depth,
        exhausted,
        stoppedBy,
        cpuNanos,
        localStates,
        packets,
        misses,
        pruned,
        bytes,
        sampled,
        later);
  }

  public double statesPerCpuSecond() {
    return cpuNanos == 0 ? 0 : states * 1e9 / cpuNanos;
  }

  public double bytesPerState() {
    return states == 0 ? 0 : (double) bytes / states;
  }
}
