/**
 * What a protocol says of itself to be asked for by name. Read {@link coterie.recipe.Recipe} first.
 */
@NullMarked
package coterie.recipe;

import org.jspecify.annotations.NullMarked;
