/** What one run came to, as tables with sentences and as JSON. */
@NullMarked
package coterie.lab.report;

import org.jspecify.annotations.NullMarked;
