package coterie.detect.phi;

/**
 * How unlikely a value of the normal distribution is, on a logarithmic scale that neither
 * underflows nor loses digits however far out it is.
 *
 * <p>With Q(z) the probability to lie more than z deviations above the mean, the density
 * exp(-z²/2)/sqrt(2 pi) carries nearly all of Q's decline, and its logarithm is exact. What is left
 * (Mills' ratio) changes slowly and is approximated by a quotient of polynomials: up to 6
 * deviations in z, beyond that in 1/z², in which Laplace's asymptotic series runs. The coefficients
 * were found by interpolation at Chebyshev nodes in 60 digits; all are positive, so nothing
 * cancels. The relative error is below 5e-15.
 */
final class NormalTail {
  private static final double LOG_10_OF_E = 0.4342944819032518;
  private static final double ROOT_OF_TWO_PI = 2.5066282746310002;
  private static final double FAR = 6;

  /** Q(-9) is 1, as far as a double can tell. */
  private static final double NEAR_CERTAINTY = -9;

  private NormalTail() {}

  /** The negative decimal logarithm of Q(z). Grows with z, without a cap. */
  static double phi(double z) {
    if (z >= 0) {
      return (z * z / 2 - StrictMath.log(scaled(z))) * LOG_10_OF_E;
    }
    if (z < NEAR_CERTAINTY) {
      return 0;
    }
    return -StrictMath.log1p(-scaled(-z) * StrictMath.exp(-z * z / 2)) * LOG_10_OF_E;
  }

  /** The z at which phi has that value, which is more than 0: phi's inverse, by bisection. */
  static double deviationsAt(double phi) {
    double low = NEAR_CERTAINTY;
    double high = 1;
    while (phi(high) < phi) {
      high *= 2;
    }
    while (true) {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) {
        return high;
      }
      if (phi(middle) < phi) {
        low = middle;
      } else {
        high = middle;
      }
    }
  }

  /** Q(z) exp(z²/2) for z from 0 on. */
  private static double scaled(double z) {
    return z < FAR ? near(z) : far(1 / (z * z)) / (z * ROOT_OF_TWO_PI);
  }

  /** Even and odd powers apart: four short chains, which a processor computes side by side. */
  private static double near(double z) {
    double s = z * z;
    double evenOver = 4.307122421171985e-06;
    evenOver = evenOver * s + 0.0013491007285308069;
    evenOver = evenOver * s + 0.052336654612800966;
    evenOver = evenOver * s + 0.4429025049734686;
    evenOver = evenOver * s + 0.5;
    double oddOver = 0.00011014211832408752;
    oddOver = oddOver * s + 0.010232578449707413;
    oddOver = oddOver * s + 0.18488077035836262;
    oddOver = oddOver * s + 0.6665254592862428;
    double evenUnder = 0.00027608536373356207;
    evenUnder = evenUnder * s + 0.02592537163018028;
    evenUnder = evenUnder * s + 0.48852856994692945;
    evenUnder = evenUnder * s + 2.086045529005796;
    evenUnder = evenUnder * s + 1;
    double oddUnder = 1.0796354651607223e-05;
    oddUnder = oddUnder * s + 0.0033924897644836134;
    oddUnder = oddUnder * s + 0.13454834895830228;
    oddUnder = oddUnder * s + 1.2346788420378656;
    oddUnder = oddUnder * s + 2.130935479375445;
    return (evenOver + z * oddOver) / (evenUnder + z * oddUnder);
  }

  private static double far(double w) {
    double over = 164.8786633659917;
    over = over * w + 537.6987285461797;
    over = over * w + 235.72983607672137;
    over = over * w + 29.087817120683788;
    over = over * w + 1;
    double under = 447.99814570879437;
    under = under * w + 725.2529195511801;
    under = under * w + 262.81765322464497;
    under = under * w + 30.08781712065648;
    under = under * w + 1;
    return over / under;
  }
}
