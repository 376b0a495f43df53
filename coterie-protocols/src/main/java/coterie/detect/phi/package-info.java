/**
 * The φ accrual detector of Hayashibara et al.: heartbeats, and a level of suspicion that grows
 * with the silence. Read {@link PhiAccrual} first; {@link Phi} is the formula.
 */
@NullMarked
package coterie.detect.phi;

import org.jspecify.annotations.NullMarked;
