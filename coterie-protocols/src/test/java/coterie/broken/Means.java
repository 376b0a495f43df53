package coterie.broken;

import java.util.Locale;

/** A tool that looks for faults. */
enum Means {
  /** Random schedules with faults. */
  HUNT,
  /** Every schedule of a small group. */
  EXPLORE;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
