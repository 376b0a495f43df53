/** Types in place of those of {@code java.lang.invoke}: what is called is called by reflection. */
@NullMarked
package coterie.web.jdk.java.lang.invoke;

import org.jspecify.annotations.NullMarked;
