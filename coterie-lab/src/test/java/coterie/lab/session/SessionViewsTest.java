package coterie.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.protocols.Protocols;
import coterie.sim.scenario.Recipes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the views of a page ask a session beyond columns and states. */
class SessionViewsTest {
  private static final String VRING =
      "protocol vring\nnodes 4\nuntil 131\nat 31 crash 1\nat 91 crash 2\nat 121 crash 3\n";

  private final LabSession session = new LabSession(new Recipes(new Protocols().recipes()));
  private int events;

  /** Runs a scenario to its end; it is run 1. */
  private void run(String text) {
    assertThat(ask("run\n" + text)).startsWith("{\"run\":1,");
    for (String said = ""; !said.contains("\"isOver\":true"); ) {
      said = ask("advance 1 100000");
      Matcher count = Pattern.compile("\"events\":([0-9]+)").matcher(said);
      assertThat(count.find()).isTrue();
      events = Integer.parseInt(count.group(1));
    }
  }

  private String ask(String request) {
    return session.answer(request).text();
  }

  @Test
  void vectorsTellWhatAProcessTestedFromWhatItLearned() {
    run(VRING);

    String vectors = ask("vectors 1");

    assertThat(vectors).contains("\"isShown\":true");
    assertThat(changes(vectors))
        .contains("0,1,0,\"correct\",-1") // P0 tests P1 at 30
        .contains("3,1,0,\"learned\",0") // P3 learns from P0 what that found
        .contains("0,1,1,\"faulty\",-1") // P0 tests P1 at 60
        .contains("3,1,1,\"told\",0"); // and P3 learns that
  }

  @Test
  void aCrashEmptiesTheVector() {
    run(VRING);

    assertThat(changes(ask("vectors 1"))).contains("1,2,-1,\"unknown\",-1");
  }

  @Test
  void aProtocolWithoutCountsHasNoVectors() {
    run("protocol bully\nnodes 3\nuntil 5\n");

    assertThat(ask("vectors 1")).contains("\"isShown\":false").contains("\"changes\":[]");
  }

  @Test
  void opinionsFollowWhatDetectorsShow() {
    run("protocol heartbeat\nnodes 3\nuntil 20\nat 5 crash 2\nat 12 recover 2\n");

    assertThat(changes(ask("opinions 1")))
        .contains("0,2,\"trusts\"")
        .contains("0,2,\"suspects\"")
        .contains("1,2,\"suspects\"")
        .contains("2,0,\"unknown\""); // What P2 held is gone with its crash.
  }

  @Test
  void opinionsFollowTheListsOfAMembership() {
    run("protocol swim\nnodes 3\nset start converged\nuntil 20\nlatency 1ms\nat 1.5 crash 2\n");

    assertThat(changes(ask("opinions 1")))
        .contains("0,2,\"trusts\"")
        .contains("0,2,\"suspects\"")
        .contains("0,2,\"failed\"");
  }

  @Test
  void opinionsFollowTheListsOfPlainSwim() {
    run("protocol swim-plain\nnodes 3\nset start converged\nuntil 60\nat 5 crash 2\n");

    assertThat(changes(ask("opinions 1"))).contains("0,1,\"trusts\"").contains("0,2,\"failed\"");
  }

  @Test
  void ringsThatTestOrBeatHaveOpinionsToo() {
    run("protocol heartring\nnodes 4\nset spread true\nuntil 20\nat 5 crash 1\n");

    assertThat(changes(ask("opinions 1"))).contains("0,1,\"trusts\"").contains("0,1,\"suspects\"");
  }

  @Test
  void whoWatchesNobodyHasNoOpinions() {
    run("protocol cast\nnodes 3\nuntil 2\n");

    assertThat(ask("opinions 1")).contains("\"isShown\":false");
  }

  @Test
  void allStampsOfAnEventStandTogether() {
    run(
        "protocol clocks\nnodes 3\nset mean 0\nuntil 1\nlatency constant:10ms\n"
            + "at 0.1 call 0 local e1\nat 0.2 call 0 send 1 e2 e4\n");

    String stamps = ask("stamps 1");

    assertThat(stamps)
        .contains("\"name\":\"e1\"")
        .contains("\"name\":\"e2\"")
        .contains("\"name\":\"e4\"")
        .contains("\"clock\":\"physical\"")
        .contains("\"clock\":\"lamport\",\"text\":\"3\",\"time\":\"3\",\"by\":1")
        .contains("\"clock\":\"vector\",\"text\":\"[2,1,0]\",\"vector\":[2,1,0]")
        .contains("\"clock\":\"hybrid\"");
    assertThat(stamps.split("\"name\":", -1)).hasSize(4);
  }

  @Test
  void aRunWithoutClocksHasNoStamps() {
    run("protocol bully\nnodes 3\nuntil 5\n");

    assertThat(ask("stamps 1")).isEqualTo("[]");
  }

  @Test
  void theTimelineHasARowForEveryInstantAtWhichSomethingChanged() {
    run(
        "protocol bully\nnodes 3\nset detector none\nuntil 5\nlatency constant:30ms\n"
            + "at 1 call 0 notice\n");

    String timeline = ask("timeline 1");

    assertThat(timeline).contains("\"isAll\":true").contains("\"at\":1000000000");
    assertThat(timeline).contains("ELECTION → P1, P2").contains("\"state\":\"LEADER");
    assertThat(ask("timeline 1")).isEqualTo(timeline);
  }

  @Test
  void copiesAreShownAsTheyWereAtAnEvent() {
    run(
        "protocol documents\nnodes 3\nset clients 0\nset period 200ms\nuntil 2\n"
            + "latency constant:10ms\nat 0.1 call 0 create list milk\nat 1 crash 2\n");

    assertThat(ask("copies 1 0")).doesNotContain("milk");
    String last = ask("copies 1 " + (events - 1));
    assertThat(last)
        .contains("\"content\":\"milk\"")
        .contains("\"dot\":\"P0:1\"")
        .contains("\"isCurrent\":true")
        .contains("\"node\":2,\"since\":")
        .contains("\"contents\":null"); // P2 is down.
  }

  @Test
  void whoKeepsNoCopiesShowsNone() {
    run("protocol bully\nnodes 3\nuntil 5\n");

    assertThat(ask("copies 1 3")).isEqualTo("[]");
  }

  @Test
  void aFieldCanBeWatched() {
    run("protocol vring\nnodes 3\nuntil 65\nat 31 crash 1\n");

    assertThat(ask("watch 1 0 VRing.state")).startsWith("[[0,\"[0 -1 -1]\"]").contains("[0 1");
    assertThat(ask("watch 1 1 VRing.state")).endsWith("null]]");
    assertThat(ask("watch 1 0 VRing.other")).isEqualTo("[]");
  }

  @Test
  void aProcessThatIsNotThereCannotBeWatched() {
    run("protocol vring\nnodes 3\nuntil 65\n");

    assertThat(ask("watch 1 3 VRing.state")).contains("there is no process 3; the run has 3");
    assertThat(ask("watch 1 x VRing.state")).contains("watch takes a whole number as word 3");
    assertThat(ask("copies 1 99999")).contains("there is no event 99999");
  }

  /** The changes without their events, so that a test does not count them. */
  private static String changes(String answer) {
    return answer.replaceAll("\\[[0-9]+,([0-9]+,[0-9]+,[^\\]]*)\\]", "<$1>").replace(">,<", ">\n<");
  }
}
