/** Which instants of a run a picture shows, and who does what in them. */
@NullMarked
package coterie.lab.picture.instants;

import org.jspecify.annotations.NullMarked;
