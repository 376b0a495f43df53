/** Flags that several commands have, and how help shows them. */
@NullMarked
package coterie.cli.flags;

import org.jspecify.annotations.NullMarked;
