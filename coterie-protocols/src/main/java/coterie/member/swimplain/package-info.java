/**
 * SWIM with incarnations and nothing else, to show what the additions of practice are for. Read
 * {@link PlainSwim} first.
 */
@NullMarked
package coterie.member.swimplain;

import org.jspecify.annotations.NullMarked;
