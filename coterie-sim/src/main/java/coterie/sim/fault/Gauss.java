package coterie.sim.fault;

/** A standard normal number from 64 random bits (Box and Muller 1958). */
final class Gauss {
  private static final double STEP = 0x1.0p-32;

  private Gauss() {}

  static double of(long bits) {
    double u = ((bits >>> 32) + 0.5) * STEP;
    double v = (bits & 0xffff_ffffL) * STEP;
    return Math.sqrt(-2 * StrictMath.log(u)) * StrictMath.cos(2 * StrictMath.PI * v);
  }
}
