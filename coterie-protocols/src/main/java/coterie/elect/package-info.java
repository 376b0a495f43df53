/** Who leads: elections, their contract, and what they have in common. */
@NullMarked
package coterie.elect;

import org.jspecify.annotations.NullMarked;
