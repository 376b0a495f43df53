/**
 * The laboratory as a session that a page asks: scenario texts in, columns of events, states and
 * judgements out. It runs in the JVM and, compiled for it, in a browser. Read {@link
 * coterie.lab.session.LabSession} first.
 */
@NullMarked
package coterie.lab.session;

import org.jspecify.annotations.NullMarked;
