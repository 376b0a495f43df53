package coterie.lab.grade;

import java.util.List;

/**
 * What one file has come to.
 *
 * @param points how many of them it has
 * @param of how many it can have
 * @param complaints what is wrong, each as a sentence, or the place where a trace differs
 */
public record Grade(String file, int points, int of, List<String> complaints) {
  public Grade {
    complaints = List.copyOf(complaints);
  }

  /** Returns whether all is well. */
  public boolean isPassed() {
    return complaints.isEmpty();
  }
}
