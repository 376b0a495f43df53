/**
 * What tests of a protocol need beside the simulator. Read {@link coterie.testkit.Storm} first: it
 * lets random faults happen to a {@link coterie.testkit.SimulatedGroup}. {@link
 * coterie.testkit.TamperedNode} breaks a protocol on purpose, to show that its test would notice.
 * {@link coterie.testkit.TraceFolder} runs golden traces, and {@link coterie.testkit.ChildProcess}
 * keeps processes from outliving their test.
 *
 * <p>This package depends on no test framework: what is wrong it returns, or throws as an {@link
 * AssertionError}. {@link coterie.testkit.junit} has annotations for JUnit.
 */
@NullMarked
package coterie.testkit;

import org.jspecify.annotations.NullMarked;
