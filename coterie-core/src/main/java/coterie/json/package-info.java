/** Values as JSON, for everything that prints or sends it. */
@NullMarked
package coterie.json;

import org.jspecify.annotations.NullMarked;
