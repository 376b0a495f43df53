package highwater;

import static org.junit.jupiter.api.Assertions.assertEquals;

import coterie.testkit.SimulatedGroup;
import coterie.testkit.Storm;
import coterie.testkit.junit.ExploreTest;
import coterie.testkit.junit.SimTest;
import coterie.testkit.junit.TraceTest;

/** The protocol keeps its promise, and the tests notice that its broken sibling does not. */
class HighWaterTest {
  @TraceTest("traces/*.trace")
  void tracesAreAsExpected() {}

  @SimTest(
      protocol = "high-water",
      nodes = 3,
      seeds = 300,
      until = "3s",
      faults = {"crash", "partition", "loss", "pause", "disk"},
      scenario = {
        "at 1 call 0 raise 5",
        "at 1.01 call 1 read",
        "at 1.03 call 2 read",
        "at 1.5 call 1 raise 7",
        "at 1.51 call 2 read",
        "at 1.53 call 0 read"
      })
  void readsNeverGoBack() {}

  @SimTest(
      protocol = "hasty-high-water",
      nodes = 3,
      seeds = 300,
      until = "3s",
      scenario = {"at 1 call 0 raise 5", "at 1.01 call 1 read", "at 1.03 call 2 read"},
      finds = "reads-never-go-back")
  void hastyReadsAreCaught() {}

  @SimTest(protocol = "high-water", nodes = 5, seeds = 100, until = "20s")
  void groupReadsWhatWasRaisedAfterAStorm(SimulatedGroup<HighWater> group, Storm storm) {
    storm.withAllKinds().blow(10);
    storm.calm();
    storm.recoverAll();
    group.run(1);
    group.call(0, member -> member.raise(9));
    group.run(1);
    group.call(4, HighWater::read);
    group.run(1);
    assertEquals(9, group.at(4).state().mark());
  }

  @ExploreTest(
      protocol = "high-water",
      nodes = 3,
      calls = {"0 raise 5", "1 read", "2 read"},
      crashes = 1,
      depth = 9)
  void readsNeverGoBackInAnyOrder() {}

  @ExploreTest(
      protocol = "hasty-high-water",
      nodes = 3,
      calls = {"0 raise 5", "1 read", "2 read"},
      finds = "reads-never-go-back")
  void hastyReadsAreCaughtInSomeOrder() {}
}
