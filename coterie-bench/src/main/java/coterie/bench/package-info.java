/**
 * How fast Coterie is; not shipped.
 *
 * <p>{@link coterie.bench.micro} measures single steps with JMH: nanoseconds that can be repeated
 * at will. The programs of this package measure whole systems: a group that is simulated until
 * something has happened once, a thousand nodes on sockets, a store that must be filled first. JMH
 * would start them again and again, and what they report (CPU seconds of a run, live memory, the
 * time until everybody agrees) is not the time of an operation. {@link coterie.bench.peers} starts
 * other people's services as processes.
 */
@NullMarked
package coterie.bench;

import org.jspecify.annotations.NullMarked;
