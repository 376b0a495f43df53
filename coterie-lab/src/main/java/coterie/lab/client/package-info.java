/** What agents and nodes answer to commands, for people. */
@NullMarked
package coterie.lab.client;

import org.jspecify.annotations.NullMarked;
