/** Who belongs to the group. */
@NullMarked
package coterie.member;

import org.jspecify.annotations.NullMarked;
