/**
 * Stable values and storages in the files of a node. Read {@link coterie.net.disk.StableStorage}
 * first.
 */
@NullMarked
package coterie.net.disk;

import org.jspecify.annotations.NullMarked;
