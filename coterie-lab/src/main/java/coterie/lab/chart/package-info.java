/** Charts of figures, as SVG. */
@NullMarked
package coterie.lab.chart;

import org.jspecify.annotations.NullMarked;
