/**
 * What a command needs of the laboratory's page: to serve it, and to write it into a file. The page
 * itself is in a jar of its own, which is found where it is on the class path.
 */
@NullMarked
package coterie.lab.page;

import org.jspecify.annotations.NullMarked;
