/** Methods in place of those of the JDK that the browser's class library lacks. */
@NullMarked
package coterie.web.jdk;

import org.jspecify.annotations.NullMarked;
