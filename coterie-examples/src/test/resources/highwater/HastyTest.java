package highwater;

import coterie.testkit.junit.ExploreTest;
import coterie.testkit.junit.SimTest;

class HastyTest {
  @SimTest(
      protocol = "hasty-high-water",
      nodes = 3,
      seeds = 300,
      until = "3s",
      faults = {"crash", "loss", "reorder"},
      scenario = {"at 1 call 0 raise 5", "at 1.01 call 1 read", "at 1.03 call 2 read"})
  void someSeedIsWrong() {}

  @ExploreTest(
      protocol = "hasty-high-water",
      nodes = 3,
      calls = {"0 raise 5", "1 read", "2 read"})
  void someOrderIsWrong() {}
}
