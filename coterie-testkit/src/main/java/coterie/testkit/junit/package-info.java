/**
 * The testkit for JUnit 5 and 6. Read {@link coterie.testkit.junit.SimTest} first: it runs a
 * protocol with many seeds; {@link coterie.testkit.junit.ExploreTest} tries every order of events,
 * and {@link coterie.testkit.junit.TraceTest} runs golden traces. The rest of the testkit needs no
 * test framework.
 */
@NullMarked
package coterie.testkit.junit;

import org.jspecify.annotations.NullMarked;
