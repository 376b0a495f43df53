/** What hosts count: packets sent, received and dropped, and what their disks took. */
@NullMarked
package coterie.net.metrics;

import org.jspecify.annotations.NullMarked;
