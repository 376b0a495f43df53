/**
 * The bully algorithm of Garcia-Molina: the highest process that is up leads. Read {@link Bully}
 * first.
 */
@NullMarked
package coterie.elect.bully;

import org.jspecify.annotations.NullMarked;
