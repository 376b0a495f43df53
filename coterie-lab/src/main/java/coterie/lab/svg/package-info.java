/** Pictures as SVG. */
@NullMarked
package coterie.lab.svg;

import org.jspecify.annotations.NullMarked;
