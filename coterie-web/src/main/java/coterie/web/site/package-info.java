/** The page as files: what it may do, its scenarios, a folder for any web server, one file. */
@NullMarked
package coterie.web.site;

import org.jspecify.annotations.NullMarked;
