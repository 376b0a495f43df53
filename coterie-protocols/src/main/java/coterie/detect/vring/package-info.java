/**
 * Diagnosis on a virtual ring: each process tests its successor and learns what it knows. Read
 * {@link VRing} first.
 */
@NullMarked
package coterie.detect.vring;

import org.jspecify.annotations.NullMarked;
