/** Lamport's mutual exclusion by a queue that every process keeps. Read {@link LamportMutex}. */
@NullMarked
package coterie.mutex.lamport;

import org.jspecify.annotations.NullMarked;
