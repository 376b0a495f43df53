/** Types in place of those of {@code java.lang.reflect}. */
@NullMarked
package coterie.web.jdk.java.lang.reflect;

import org.jspecify.annotations.NullMarked;
