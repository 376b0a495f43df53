package coterie.lab.live;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.raft.Raft;
import coterie.member.swim.Swim;
import coterie.net.Host;
import coterie.net.HostConfig;
import coterie.net.Loop;
import coterie.net.Recorder;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.recording.Entry;
import coterie.sim.replay.Outcome;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes on real sockets, recorded, and fed again with what they were given. */
class SocketReplayTest {
  private static final long DEADLINE_SECONDS = 60;
  private static final Recipes RECIPES = Recipes.of(SocketReplayTest.class.getClassLoader());
  private static final Stacks STACKS = new Stacks(RECIPES, List.of(Echo.named(0)));
  private static final View MEMBERS = View.numbered(0, 3);

  @TempDir Path folder;

  @Test
  void raftIsReplayedThroughTwoLives() throws Exception {
    for (long life = 1; life <= 2; life++) {
      try (Loop loop = Loop.open("test")) {
        List<Host> hosts = start(loop, "raft", life);
        await(hosts, Raft.class, raft -> raft.leader() != null);
        hosts.getFirst().call(Raft.class, "resign", raft -> act(raft::resign)).get();
      }
    }
    List<Outcome.Same> outcomes = replayAll();
    assertThat(outcomes).allMatch(same -> same.lives() == 2 && same.outputs() > 10);
  }

  @Test
  void swimIsReplayed() throws Exception {
    try (Loop loop = Loop.open("test", 4)) {
      List<Host> hosts = start(loop, "swim", 1);
      await(hosts, Swim.class, swim -> swim.members().size() == 3);
      hosts.getLast().close();
      await(hosts.subList(0, 2), Swim.class, swim -> swim.suspects(new NodeId(2)));
    }
    assertThat(replayAll()).hasSize(3).allMatch(same -> same.outputs() > 1);
  }

  @Test
  void callsAreMadeAgainAndReadsAreNotRecorded() throws Exception {
    try (Loop loop = Loop.open("test")) {
      Host host = open(loop, Echo.NAME, Echo.blueprint(0), new NodeId(0), 1);
      host.start().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      for (long i = 1; i <= 10; i++) {
        assertThat(host.call(new Echo.Poke(1)).get()).isEqualTo(i);
        assertThat(host.read(Echo.class, Echo::count).get()).isEqualTo(i);
      }
      assertThat(host.call(new Echo.Poke(-1)).handle((count, error) -> error != null).get())
          .isTrue();
      host.close();
    }
    Outcome.Same same = replayAll().getFirst();
    // A start, eleven calls, and the end; ten saves and ten messages may be late for it.
    assertThat(same.events()).isBetween(13L, 33L);
  }

  private List<Outcome.Same> replayAll() throws IOException {
    List<Outcome.Same> outcomes = new ArrayList<>();
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        Outcome outcome = ReplayTest.replay(Files.readAllBytes(file), STACKS);
        assertThat(outcome).as(file.toString()).isInstanceOf(Outcome.Same.class);
        outcomes.add((Outcome.Same) outcome);
      }
    }
    return outcomes;
  }

  private List<Host> start(Loop loop, String name, long life) throws Exception {
    Recipe recipe = RECIPES.named(name);
    Settings settings = new Settings(recipe.settings(), Map.of());
    List<Host> hosts = new ArrayList<>();
    for (int i = 0; i < MEMBERS.size(); i++) {
      Blueprint blueprint = recipe.blueprint(MEMBERS, settings);
      hosts.add(open(loop, name, blueprint, MEMBERS.at(i), life));
    }
    loop.execute(
        () ->
            hosts.forEach(
                host -> hosts.forEach(peer -> host.directory().know(peer.self(), peer.address()))));
    for (Host host : hosts) {
      host.start().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
    return hosts;
  }

  private Host open(Loop loop, String stack, Blueprint blueprint, NodeId self, long life)
      throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HostConfig config =
        HostConfig.of("test", self, any)
            .withIncarnation(life)
            .withFolder(folder.resolve("data-" + self));
    List<NodeId> members = List.of(MEMBERS.at(0), MEMBERS.at(1), MEMBERS.at(2));
    Entry.Life entry = new Entry.Life("test", self, life, stack, List.of(), members);
    Host host = Host.open(loop, config, blueprint);
    host.record(Recorder.open(folder.resolve(Recordings.fileName(self)), entry));
    return host;
  }

  private static boolean act(Runnable action) {
    action.run();
    return true;
  }

  private static <P> void await(List<Host> hosts, Class<P> type, Predicate<P> condition)
      throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    for (Host host : hosts) {
      while (!host.read(type, condition::test).get(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        assertThat(System.nanoTime()).as("the time").isLessThan(deadline);
        Thread.sleep(10);
      }
    }
  }
}
