/**
 * Mutual exclusion: the contract {@link Mutex}, and what several locks share. Each lock has a
 * package of its own below this one.
 */
@NullMarked
package coterie.mutex;

import org.jspecify.annotations.NullMarked;
