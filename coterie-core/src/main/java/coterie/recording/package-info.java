/** What a node was given and what it did, written down so that it can be replayed. */
@NullMarked
package coterie.recording;

import org.jspecify.annotations.NullMarked;
