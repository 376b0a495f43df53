/**
 * Mutual exclusion after Ricart and Agrawala: a reply is put off until the lock is free. Read
 * {@link RicartAgrawala}.
 */
@NullMarked
package coterie.mutex.ricartagrawala;

import org.jspecify.annotations.NullMarked;
