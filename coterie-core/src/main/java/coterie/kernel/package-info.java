/**
 * What every engine does between a protocol and itself, once: contexts, alarms, stable values and
 * storages, holding back behind a save, stacks, lives and pauses. Read {@link
 * coterie.kernel.Kernel} first, then {@link coterie.kernel.Driver}, which an engine implements, and
 * {@link coterie.kernel.Witness}, which everybody implements who looks at a run.
 */
@NullMarked
package coterie.kernel;

import org.jspecify.annotations.NullMarked;
