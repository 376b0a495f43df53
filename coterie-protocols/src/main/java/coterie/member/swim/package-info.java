/**
 * SWIM with the additions of Lifeguard: membership at constant load per member. Read {@link Swim}
 * first.
 */
@NullMarked
package coterie.member.swim;

import org.jspecify.annotations.NullMarked;
