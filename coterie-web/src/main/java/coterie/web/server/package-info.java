/**
 * The laboratory's page on this machine: its files, runs on the server, and a look at a cluster.
 * Begin at {@link coterie.web.server.LabServer}.
 */
@NullMarked
package coterie.web.server;

import org.jspecify.annotations.NullMarked;
