package coterie.mutex.tokenring;

import static coterie.mutex.tokenring.RingGroup.STEADY;
import static coterie.mutex.tokenring.RingGroup.WATCHED;
import static coterie.mutex.tokenring.RingGroup.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Token rings with a detector: who is skipped, and when a token is made anew. */
class TokenRingLostTest {
  private static RingGroup group(int size, RingGroup.Maker maker) {
    RingGroup group = new RingGroup(size, WATCHED, STEADY, maker);
    group.run(0.5);
    return group;
  }

  private static RingGroup group(int size) {
    return group(size, TokenRing::new);
  }

  private static void assertBlameless(RingGroup group) {
    assertThat(group.entries.violations()).isEmpty();
    assertThat(group.entries.mistakes()).isZero();
  }

  @Test
  void deadNeighbourIsSkipped() {
    RingGroup group = group(3);
    group.crash(2);
    group.run(1);
    group.acquire(3);
    group.run(0.1);
    assertThat(group.at(3).holds()).isTrue();
    assertThat(group.isRegenerated()).isFalse();
    assertBlameless(group);
  }

  @Test
  void tokenThatDiedWithItsHolderIsMadeAnew() {
    RingGroup group = group(3);
    group.acquire(1);
    group.acquire(2);
    group.run(0.1);
    group.crash(1);
    group.run(1);
    assertThat(group.at(2).holds()).isTrue();
    assertThat(group.at(2).token()).isGreaterThan(TokenRing.COUNT_MAX);
    assertBlameless(group);
  }

  @Test
  void tokenThatWasOnItsWayToACrashedOneIsMadeAnewAtOnce() {
    RingGroup group = group(3);
    group.acquire(2);
    group.run(0.025); // P1 has sent the token.
    group.crash(2);
    group.acquire(3);
    group.run(0.6);
    assertThat(group.at(3).holds()).isTrue();
    assertBlameless(group);
  }

  @Test
  void tokenOfALivingHolderIsNeverMadeAnewHoweverLongItHolds() {
    RingGroup group = group(4);
    group.acquire(2);
    group.run(0.1);
    group.acquire(3);
    group.acquire(4);
    group.run(60);
    assertThat(group.at(2).holds()).isTrue();
    group.release(2);
    group.run(0.1);
    assertThat(group.at(3).holds()).isTrue();
    assertThat(group.isRegenerated()).isFalse();
    assertBlameless(group);
  }

  private static TokenRing.Phase phase(RingGroup group, long number) {
    return ((TokenRing.State) group.at(number).state()).token();
  }

  /** While it was down the others may have promised a greater epoch. */
  @Test
  void whoIsNotYetAdmittedTakesNoToken() {
    RingGroup group = group(3);
    group.crash(2);
    group.inject(Fault.Partition.of(List.of(List.of(id(2)))));
    group.recover(2);
    group.call(2, ring -> ring.receive(id(1), new TokenRing.Token(0, 100, 0, 0)));
    group.run(0.1);
    assertThat(phase(group, 2)).isEqualTo(TokenRing.Phase.ABSENT);
  }

  /** Who would leave it out of the next question must not let it take part. */
  @Test
  void whoIsSuspectedIsNotWelcomedYet() {
    RingGroup group = group(3);
    group.call(1, ring -> ring.receive(id(2), new TokenRing.Hello(1)));
    group.inject(Fault.Partition.of(List.of(List.of(id(2)))));
    group.run(1);
    long before = group.simulation.messages();
    group.call(1, ring -> ring.receive(id(2), new TokenRing.Hello(1)));
    assertThat(group.simulation.messages()).isEqualTo(before);
    group.call(1, ring -> ring.receive(id(3), new TokenRing.Hello(1)));
    assertThat(group.simulation.messages()).isEqualTo(before + 1);
  }

  @Test
  void whoHearsInsideThatItsTokenIsVoidDropsItWhenItLeaves() {
    RingGroup group = group(3);
    group.acquire(1);
    group.call(1, ring -> ring.receive(id(2), new TokenRing.Promised(5)));
    assertThat(group.at(1).holds()).isTrue();
    group.release(1);
    assertThat(phase(group, 1)).isEqualTo(TokenRing.Phase.ABSENT);
  }

  @Test
  void withoutAMajorityNobodyEntersUntilThereIsOneAgain() {
    RingGroup group = group(4);
    group.crash(1);
    group.crash(2);
    group.acquire(3);
    group.run(20);
    assertThat(group.at(3).holds()).isFalse();
    group.recover(2);
    group.run(1);
    assertThat(group.at(3).holds()).isTrue();
    assertBlameless(group);
  }

  /** The four others suspect P1 wrongly: they may go on, and the token of P1 is void afterwards. */
  @Test
  void minorityWithTheTokenFindsItVoidWhenItIsBack() {
    RingGroup group = group(5);
    group.acquire(1);
    group.inject(Fault.Partition.of(List.of(List.of(id(1)))));
    group.acquire(3);
    group.run(2);
    assertThat(group.at(3).holds()).isTrue();
    assertThat(group.at(1).holds()).isTrue();
    assertThat(group.entries.overlaps().count()).isEqualTo(1);
    assertThat(group.entries.isExcused()).isTrue();
    group.inject(new Fault.HealAll());
    group.release(1);
    group.run(1);
    group.acquire(1);
    group.run(1);
    assertThat(group.at(1).holds()).as("P3 is inside").isFalse();
    group.release(3);
    group.run(1);
    assertThat(group.at(1).holds()).isTrue();
    assertThat(group.at(1).token()).isGreaterThan(group.at(3).token());
  }

  @Test
  void restingTokenThatWasReplacedIsDroppedWhenTheSuspicionEnds() {
    RingGroup group = group(5);
    group.inject(Fault.Partition.of(List.of(List.of(id(1)))));
    group.acquire(3);
    group.run(2);
    group.inject(new Fault.HealAll());
    group.run(0.5);
    group.acquire(1);
    assertThat(group.at(1).holds()).isFalse();
    group.run(0.5);
    assertThat(group.entries.overlaps().count()).isZero();
    group.release(3);
    group.run(0.5);
    assertThat(group.at(1).holds()).isTrue();
  }

  /** P2 suspects P3 wrongly, and it alone: P3 misses a turn, no more. */
  @Test
  void oneWhoIsSuspectedByOneAloneMissesATurn() {
    RingGroup group = group(4);
    group.acquire(2);
    group.run(0.1);
    group.inject(new Fault.Cut(id(3), id(2), false));
    group.run(1);
    group.acquire(3);
    group.acquire(4);
    group.run(0.05);
    group.release(2);
    group.run(0.1);
    assertThat(group.at(4).holds()).isTrue();
    group.inject(new Fault.HealAll());
    group.run(0.5);
    group.release(4);
    group.run(0.5);
    assertThat(group.at(3).holds()).isTrue();
    assertThat(group.isRegenerated()).isFalse();
    assertThat(group.entries.overlaps().count()).isZero();
  }

  /**
   * P4 still suspects P2, which is back, and is left alone with it. What it cannot know it must not
   * decide.
   */
  private static RingGroup leftAlone(RingGroup.Maker maker) {
    RingGroup group = group(4, maker);
    group.crash(2);
    group.run(1);
    group.inject(new Fault.Cut(id(2), id(4), false));
    group.recover(2);
    group.run(1);
    group.acquire(2);
    group.run(0.5);
    assertThat(group.at(2).holds()).isTrue();
    group.crash(1);
    group.crash(3);
    group.acquire(4);
    group.run(5);
    assertThat(group.entries.mistakes()).isZero();
    return group;
  }

  @Test
  void oneAloneCannotMakeAToken() {
    assertThat(leftAlone(TokenRing::new).entries.violations()).isEmpty();
  }

  @Test
  void twoEnterWhereNoMajorityConsents() {
    assertThat(leftAlone(BrokenRings::selfish).entries.violations())
        .anyMatch(violation -> violation.contains("while"));
  }

  /** P4 still suspects P2, which is back and inside, and cannot hear it; the others trust it. */
  @Test
  void holderThatOneOfTheMajorityTrustsIsNotLeftOut() {
    RingGroup group = group(5);
    group.crash(2);
    group.run(1);
    group.inject(new Fault.Cut(id(2), id(4), false));
    group.recover(2);
    group.run(1);
    group.acquire(2);
    group.run(0.5);
    assertThat(group.at(2).holds()).isTrue();
    group.acquire(4);
    group.run(5);
    assertThat(group.at(4).holds()).isFalse();
    assertBlameless(group);
  }

  /** A pass from P1 to P2 takes three seconds: meanwhile P1 crashes, and its token is replaced. */
  private static RingGroup latePass(RingGroup.Maker maker) {
    RingGroup group = group(3, maker);
    group.acquire(3);
    group.run(0.005);
    group.inject(new Fault.Delay(Latency.parse("3s")));
    group.run(0.010);
    group.inject(new Fault.Delay(Latency.parse("10ms")));
    group.crash(1);
    group.run(1.5);
    assertThat(group.at(3).holds()).isTrue();
    group.acquire(2);
    group.run(2);
    assertThat(group.entries.mistakes()).isZero();
    return group;
  }

  @Test
  void tokenOfAnOldEpochIsRefused() {
    RingGroup group = latePass(TokenRing::new);
    assertThat(group.entries.violations()).isEmpty();
    assertThat(group.at(2).holds()).isFalse();
    group.release(3);
    group.run(0.1);
    assertThat(group.at(2).holds()).isTrue();
  }

  @Test
  void twoEnterWhereOldEpochsAreTaken() {
    assertThat(latePass(BrokenRings::faithless).entries.violations())
        .anyMatch(violation -> violation.contains("while"));
  }

  @Test
  void firstTokenIsMadeWithoutTheLowestMember() {
    RingGroup group = new RingGroup(3, WATCHED, STEADY);
    group.crash(1);
    group.acquire(2);
    group.run(2);
    assertThat(group.at(2).holds()).isTrue();
    group.recover(1);
    group.acquire(3);
    group.run(2);
    assertThat(group.at(2).holds()).isTrue();
    assertBlameless(group);
  }

  @Test
  void impatientClientsFindOutAsWellThatTheTokenIsLost() {
    RingGroup group = group(3);
    group.crash(1);
    for (int i = 0; i < 30; i++) {
      group.call(2, ring -> ring.acquire(50 * RingGroup.MILLI));
      group.run(0.1);
      if (group.at(2).holds()) {
        group.release(2);
      }
    }
    assertThat(group.entered()).isPositive();
    assertBlameless(group);
  }
}
