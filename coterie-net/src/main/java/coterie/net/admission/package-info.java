/**
 * Greets other hosts and lets them in: who holds a name, and which life answers. Read {@link
 * coterie.net.admission.HostGreetings} first.
 */
@NullMarked
package coterie.net.admission;

import org.jspecify.annotations.NullMarked;
