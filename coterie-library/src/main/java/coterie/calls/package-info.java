/**
 * What a node asks its protocols to do, in a form that recordings hold and replays do again. The
 * names of these records and their fields are in files: they change only as messages do.
 */
@NullMarked
package coterie.calls;

import org.jspecify.annotations.NullMarked;
