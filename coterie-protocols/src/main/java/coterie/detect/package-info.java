/**
 * Failure detectors: the contract {@link Detector}, and what several of them share. Each detector
 * has a package of its own below this one.
 */
@NullMarked
package coterie.detect;

import org.jspecify.annotations.NullMarked;
