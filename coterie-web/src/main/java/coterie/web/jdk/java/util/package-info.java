/** Types in place of those of {@code java.util}. */
@NullMarked
package coterie.web.jdk.java.util;

import org.jspecify.annotations.NullMarked;
