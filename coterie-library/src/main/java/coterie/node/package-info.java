/**
 * A running node, behind {@link coterie.Coterie}: from joining to leaving. Read RunningNode first.
 */
@NullMarked
package coterie.node;

import org.jspecify.annotations.NullMarked;
