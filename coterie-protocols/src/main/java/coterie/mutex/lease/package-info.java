/**
 * Locks as leases that an elected leader grants, with fencing tokens. Read {@link LeaseLock} first.
 */
@NullMarked
package coterie.mutex.lease;

import org.jspecify.annotations.NullMarked;
