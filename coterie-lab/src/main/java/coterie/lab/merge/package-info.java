/** Shards of a campaign of any kind, put together. */
@NullMarked
package coterie.lab.merge;

import org.jspecify.annotations.NullMarked;
