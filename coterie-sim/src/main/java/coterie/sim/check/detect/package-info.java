/** Judges failure detectors. Read {@link coterie.sim.check.detect.SuspicionHistory} first. */
@NullMarked
package coterie.sim.check.detect;

import org.jspecify.annotations.NullMarked;
