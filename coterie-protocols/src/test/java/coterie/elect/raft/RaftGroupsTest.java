package coterie.elect.raft;

import static coterie.elect.raft.RaftGroup.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Stable;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.TamperedContext;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole groups of Raft processes. */
class RaftGroupsTest {
  private static final Setup LAN = Setup.standard().withLatency(Latency.parse("uniform:200us,1ms"));

  private static RaftGroup group(int size) {
    return new RaftGroup(size, RaftConfig.paper(), LAN);
  }

  private static NodeId agreed(RaftGroup group) {
    assertThat(group.runUntilAgreed(3 * TimeText.SECOND)).isTrue();
    NodeId leader = group.leader();
    assertThat(leader).isNotNull();
    return leader;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 10, 51, 101})
  void groupsOfEverySizeElectAndElectAgain(int size) {
    RaftGroup group = group(size);
    NodeId first = agreed(group);
    group.runFor(TimeText.SECOND);
    assertThat(group.leader()).isEqualTo(first);
    group.simulation.inject(new Fault.Crash(first));
    if (size < 3) {
      assertThat(group.runUntilAgreed(3 * TimeText.SECOND)).isFalse();
      group.simulation.inject(new Fault.Recover(first));
    }
    agreed(group);
    assertThat(group.wrong).isEmpty();
  }

  /** Two of three are up, so that the one that has fallen behind is needed. */
  @Test
  void groupElectsThoughAVoterHasFallenThousandsOfTermsBehind() {
    long far = 50_000;
    for (long seed = 0; seed < 20; seed++) {
      RaftGroup group =
          new RaftGroup(
              3,
              LAN.withSeed(seed),
              context ->
                  new Raft(
                      new Remembering(context, context.self().value() == 0 ? 0 : far),
                      View.numbered(0, 3),
                      RaftConfig.paper()));
      group.simulation.inject(new Fault.Crash(new NodeId(2)));
      assertThat(group.runUntilAgreed(60 * TimeText.SECOND)).as("seed %d", seed).isTrue();
      assertThat(group.at(0).term()).isGreaterThan(far);
      assertThat(group.wrong).isEmpty();
    }
  }

  /** A process that has seen that term in an earlier life. */
  private static final class Remembering extends TamperedContext<Raft.Msg> {
    private final long term;

    Remembering(Context<Raft.Msg> context, long term) {
      super(context);
      this.term = term;
    }

    @Override
    public <T extends Record> Stable<T> stable(String name, Class<T> type) {
      Stable<T> stable = super.stable(name, type);
      T last = type.cast(new Ballot(term, false, self()));
      return new Stable<>() {
        @Override
        public String name() {
          return stable.name();
        }

        @Override
        public T value() {
          T value = stable.value();
          return value == null ? last : value;
        }

        @Override
        public void save(T value) {
          stable.save(value);
        }
      };
    }
  }

  /** One of five turns a bit of every tenth term that it sends. */
  @Test
  void turnedBitsInTermsMakeNoTwoLeadersAndUseUpNoTerms() {
    for (long seed = 0; seed < 20; seed++) {
      RaftGroup group =
          new RaftGroup(
              5,
              LAN.withSeed(seed),
              context ->
                  new Raft(
                      context.self().value() == 0 ? new Damaging(context) : context,
                      View.numbered(0, 5),
                      RaftConfig.paper()));
      group.runFor(20 * TimeText.SECOND);
      assertThat(group.wrong).as("seed %d", seed).isEmpty();
      assertThat(group.elections()).isPositive();
      assertThat(group.at(1).term()).isLessThan(20_000 * Raft.TERM_STEP);
    }
  }

  private static final class Damaging extends TamperedContext<Raft.Msg> {
    Damaging(Context<Raft.Msg> context) {
      super(context);
    }

    @Override
    public void send(NodeId to, Raft.Msg message) {
      boolean isHit = random(10) == 0;
      long term = isHit ? message.term() ^ 1L << random(34) : message.term();
      super.send(to, with(message, term));
    }

    private static Raft.Msg with(Raft.Msg message, long term) {
      long group = message.group();
      return switch (message) {
        case Raft.PreVote asked -> new Raft.PreVote(group, term);
        case Raft.PreVoteReply reply -> reply; // A grant in another term would be a lie, too.
        case Raft.RequestVote asked -> new Raft.RequestVote(group, term, asked.transferred());
        case Raft.Vote vote -> vote;
        case Raft.Heartbeat heard -> heard;
        case Raft.HeartbeatReply reply -> new Raft.HeartbeatReply(group, term, reply.round());
        case Raft.TimeoutNow now -> new Raft.TimeoutNow(group, term);
        case Raft.OtherGroup other -> other;
      };
    }
  }

  @Test
  void groupsAreNotLargerThanThat() {
    assertThatThrownBy(() -> group(102).simulation.start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("raft takes groups of 1 to 101, not 102");
  }

  @Test
  void aGroupOfOneLeadsOnlyOnceItsTermIsDurable() {
    RaftGroup group = new RaftGroup(1, RaftConfig.paper(), LAN.withSyncNanos(2 * TimeText.SECOND));
    group.runFor(2 * TimeText.SECOND);
    assertThat(group.at(0).term()).isEqualTo(1);
    assertThat(group.at(0).leads()).isFalse();
    group.runFor(TimeText.SECOND);
    assertThat(group.at(0).leads()).isTrue();
    assertThat(group.wrong).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"paper, 50", "service, 400"})
  void storageThatIsSlowerThanTheNetworkIsWaitedFor(String config, int saveMillis) {
    RaftConfig chosen = config.equals("paper") ? RaftConfig.paper() : RaftConfig.service();
    for (long seed = 0; seed < 50; seed++) {
      Setup slow = LAN.withSeed(seed).withSyncNanos(saveMillis * MILLI);
      RaftGroup group = new RaftGroup(5, chosen, slow);
      long bound = 20 * chosen.timeoutMaxNanos();
      assertThat(group.runUntilAgreed(bound)).as("seed %d", seed).isTrue();
      assertThat(group.wrong).isEmpty();
    }
  }

  /** A candidate whose requests were lost again and again must not have become too patient. */
  @Test
  void afterAMinuteOfHeavyLossTwoAgreeWithinASecond() {
    for (long seed = 0; seed < 100; seed++) {
      RaftGroup group = new RaftGroup(2, RaftConfig.paper(), LAN.withSeed(seed));
      group.simulation.inject(new Fault.Loss(0.6));
      group.runFor(60 * TimeText.SECOND);
      group.simulation.inject(new Fault.Loss(0));
      assertThat(group.runUntilAgreed(TimeText.SECOND)).as("seed %d", seed).isTrue();
      assertThat(group.wrong).as("seed %d", seed).isEmpty();
    }
  }

  /** Without pre-vote its term would have grown all the while, and would now end the leader's. */
  @Test
  void whoReturnsFromAPartitionDisturbsNobody() {
    RaftGroup group = group(5);
    NodeId leader = agreed(group);
    NodeId other = new NodeId((leader.value() + 1) % 5);
    group.simulation.inject(Fault.Partition.of(List.of(List.of(other))));
    group.runFor(10 * TimeText.SECOND);
    group.simulation.inject(new Fault.HealAll());
    assertThat(agreed(group)).isEqualTo(leader);
    group.runFor(TimeText.SECOND);
    assertThat(group.leader()).isEqualTo(leader);
    assertThat(group.elections()).isEqualTo(1);
  }

  @Test
  void aLeaderThatIsCutOffStopsLeadingBeforeAnotherBegins() {
    for (long seed = 0; seed < 200; seed++) {
      RaftGroup group = new RaftGroup(5, RaftConfig.paper(), LAN.withSeed(seed));
      NodeId old = agreed(group);
      group.simulation.inject(Fault.Partition.of(List.of(List.of(old))));
      assertThat(
              group.simulation.runUntil(
                  () -> !group.at((int) old.value()).leads(), group.simulation.now() + 200 * MILLI))
          .isTrue();
      group.runFor(TimeText.SECOND);
      assertThat(group.at((int) old.value()).leader()).isNull();
      assertThat(group.elections()).isEqualTo(2);
      assertThat(group.wrong).as("seed " + seed).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 20", "5, 20", "9, 20"})
  void leadershipGoesToWhomItIsTransferred(int size, int seeds) {
    for (long seed = 0; seed < seeds; seed++) {
      RaftGroup group = new RaftGroup(size, RaftConfig.paper(), LAN.withSeed(seed));
      NodeId old = agreed(group);
      NodeId next = new NodeId((old.value() + 1 + seed % (size - 1)) % size);
      long term = group.at(0).term();
      group.runFor(100 * MILLI);
      group.simulation.call(
          old,
          Raft.class,
          "transfer " + next,
          raft -> {
            raft.transfer(next);
            return null;
          });
      long from = group.simulation.now();
      assertThat(agreed(group)).isEqualTo(next);
      assertThat(group.simulation.now() - from).isLessThan(10 * MILLI);
      assertThat(group.at(0).term()).isEqualTo(term + 1);
      assertThat(group.wrong).isEmpty();
    }
  }

  @Test
  void anotherListOfMembersIsRefused() {
    View all = View.numbered(0, 3);
    View fewer = View.numbered(0, 2);
    RaftGroup group =
        new RaftGroup(
            3,
            LAN,
            context ->
                new Raft(context, context.self().value() == 0 ? fewer : all, RaftConfig.paper()));
    group.runFor(2 * TimeText.SECOND);
    assertThat(group.wrong).isEmpty();
    assertThat(group.at(0).leader()).isNull();
    assertThat(group.at(1).leader()).isNotNull().isEqualTo(group.at(2).leader());
  }

  @Test
  void configurationsThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> new RaftConfig(50 * MILLI, 300 * MILLI, 50 * MILLI, 0))
        .hasMessageContaining("a heartbeat must come sooner, not after 0.05 s");
    assertThatThrownBy(() -> new RaftConfig(300 * MILLI, 150 * MILLI, 50 * MILLI, 0))
        .hasMessageContaining("must not be longer than the longest");
    assertThatThrownBy(() -> new RaftConfig(150 * MILLI, 300 * MILLI, 0, 0))
        .hasMessageContaining("longer than 0");
    assertThatThrownBy(() -> new RaftConfig(150 * MILLI, 300 * MILLI, MILLI, 600_000))
        .hasMessageContaining("0 to 500000");
  }
}
