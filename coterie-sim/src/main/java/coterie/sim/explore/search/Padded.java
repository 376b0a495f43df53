package coterie.sim.explore.search;

/**
 * Keeps what one thread writes all the time away from what another one does: a collector may lay
 * their objects side by side, and then each write would take a line of the cache from the other.
 */
abstract class Padded {
  long a0;
  long a1;
  long a2;
  long a3;
  long a4;
  long a5;
  long a6;
  long a7;
  long b0;
  long b1;
  long b2;
  long b3;
  long b4;
  long b5;
  long b6;
  long b7;
}
