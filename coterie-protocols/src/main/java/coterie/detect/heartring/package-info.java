/**
 * Heartbeats on a virtual ring: each process watches its successor. Read {@link HeartRing} first.
 */
@NullMarked
package coterie.detect.heartring;

import org.jspecify.annotations.NullMarked;
