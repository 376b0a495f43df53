package coterie.sim.statistics;

/**
 * The two-sided quantile of Student's distribution, from the finite series for whole degrees of
 * freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4) by halving.
 */
final class StudentT {
  private static final int HALVINGS = 80;

  private StudentT() {}

  /** The t for which a number drawn lies between -t and t with that probability. */
  static double quantile(double probability, int degrees) {
    if (degrees < 1 || !(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException(
          "Student's t takes degrees from 1 and a probability between 0 and 1, not %d and %s"
              .formatted(degrees, probability));
    }
    double low = 0;
    double high = 1;
    while (within(high, degrees) < probability) {
      high *= 2;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (within(middle, degrees) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** How likely it is that a number drawn lies between -t and t. */
  static double within(double t, int degrees) {
    double angle = StrictMath.atan(t / Math.sqrt(degrees));
    double cosine = StrictMath.cos(angle);
    double sine = StrictMath.sin(angle);
    boolean isOdd = degrees % 2 == 1;
    double term = isOdd ? cosine : 1;
    double sum = degrees == 1 ? 0 : term;
    for (int k = isOdd ? 3 : 2; k < degrees; k += 2) {
      term *= cosine * cosine * (k - 1) / k;
      sum += term;
    }
    return isOdd ? 2 / StrictMath.PI * (angle + sine * sum) : sine * sum;
  }
}
