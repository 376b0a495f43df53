/**
 * Elections: the contract {@link Election}, and what several of them share. Each election has a
 * package of its own below this one.
 */
@NullMarked
package coterie.elect;

import org.jspecify.annotations.NullMarked;
