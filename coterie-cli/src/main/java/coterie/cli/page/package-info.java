/** The command that serves the laboratory as a page. */
@NullMarked
package coterie.cli.page;

import org.jspecify.annotations.NullMarked;
