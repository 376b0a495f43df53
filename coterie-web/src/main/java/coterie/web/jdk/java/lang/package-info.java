/** Types in place of those of {@code java.lang}. */
@NullMarked
package coterie.web.jdk.java.lang;

import org.jspecify.annotations.NullMarked;
