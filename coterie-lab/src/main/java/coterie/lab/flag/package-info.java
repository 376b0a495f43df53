/** What the flags of commands say: how they are read, and what they mean. */
@NullMarked
package coterie.lab.flag;

import org.jspecify.annotations.NullMarked;
