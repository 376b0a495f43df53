/**
 * Membership: what a member is and says of itself. Each protocol has a package of its own below
 * this one.
 */
@NullMarked
package coterie.member;

import org.jspecify.annotations.NullMarked;
