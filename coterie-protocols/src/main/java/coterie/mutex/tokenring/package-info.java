/**
 * Mutual exclusion by a token on a ring. Read {@link PlainTokenRing}, the textbook form, and then
 * {@link TokenRing}, which survives crashes and loss.
 */
@NullMarked
package coterie.mutex.tokenring;

import org.jspecify.annotations.NullMarked;
