/** What runs in a browser's Worker. */
@NullMarked
package coterie.web.browser;

import org.jspecify.annotations.NullMarked;
