/** Every process crashes and recovers in turn, in groups of several sizes. */
@NullMarked
package coterie.lab.sweep;

import org.jspecify.annotations.NullMarked;
