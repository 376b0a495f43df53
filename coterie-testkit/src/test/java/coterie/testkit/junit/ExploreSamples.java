package coterie.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.sim.explore.Plan;
import coterie.sim.explore.search.Explored;

/** Explorations as users write them, good and bad, which the kit's own tests launch one by one. */
class ExploreSamples {
  @ExploreTest(
      recipe = Ticker.Sound.class,
      judges = Ticker.TicksGrow.class,
      nodes = 2,
      crashes = 1,
      recoveries = 1,
      depth = 6)
  void soundOnesTicksGrow(Explored explored) {
    assertThat(explored.states()).isGreaterThan(100);
    assertThat(explored.exhausted()).isFalse();
  }

  @ExploreTest(
      recipe = Ticker.Forgetful.class,
      judges = Ticker.TicksGrow.class,
      nodes = 2,
      crashes = 1,
      recoveries = 1)
  void forgetfulOnesTicksGrow() {}

  @ExploreTest(
      recipe = Ticker.Forgetful.class,
      judges = Ticker.TicksGrow.class,
      nodes = 2,
      crashes = 1,
      recoveries = 1,
      finds = "ticks-grow")
  void forgetfulOneIsCaught() {}

  @ExploreTest(
      recipe = Ticker.Sound.class,
      judges = Ticker.TicksGrow.class,
      nodes = 1,
      depth = 4,
      finds = "ticks-grow")
  void soundOneIsCaught() {}

  @ExploreTest(blueprint = "forgetful", nodes = 2, depth = 3, exhausts = true)
  void endlessOneIsExhausted() {}

  static Blueprint forgetful(View members) {
    return Ticker.blueprint(members, true);
  }

  @ExploreTest(blueprint = "silent", nodes = 2)
  void silentOneIsExplored() {}

  static Blueprint silent(View members) {
    return node -> node.add("silent", Ticker.Msg.class, context -> (from, message) -> {});
  }

  @ExploreTest(recipe = Ticker.Sound.class, calls = "0 tick", timing = Plan.Timing.SYNC, depth = 3)
  void callIsMade() {}

  @ExploreTest(recipe = Ticker.Sound.class, nodes = 17)
  void manyNodes() {}

  @ExploreTest(recipe = Ticker.Sound.class, depth = 0)
  void noDepth() {}

  @ExploreTest(recipe = Ticker.Sound.class, crashes = -1)
  void negativeCrashes() {}

  @ExploreTest(protocol = "tocker")
  void unknownProtocol() {}

  @ExploreTest(recipe = Ticker.Sound.class, settings = "period")
  void badSetting() {}

  @ExploreTest(recipe = Ticker.Sound.class, settings = "perio 1s")
  void unknownSetting() {}

  @ExploreTest(recipe = Ticker.Sound.class, calls = "7 tick")
  void callOfNobody() {}

  @ExploreTest(recipe = Ticker.Sound.class, calls = "0 tock")
  void unknownCall() {}

  @ExploreTest(recipe = Ticker.Sound.class)
  void strangeParameter(String name) {}
}
