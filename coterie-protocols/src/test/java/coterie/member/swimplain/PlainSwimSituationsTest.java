package coterie.member.swimplain;

import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.member.swim.Group;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What users expect of SWIM with incarnations: ten members, delays of 10 to 100 ms, clocks that are
 * up to ten seconds apart. After each of these things all lists become equal and right, and stay
 * so. The bounds are in periods of one second, and docs/swim.md states them.
 */
class PlainSwimSituationsTest {
  private static final int SEEDS = ManySeeds.count(20, 1_000);

  /** How many seconds a fault lasts at most, and how many a bad network. */
  private static final int LONG = ManySeeds.count(20, 200);

  private static final int MINUTE = ManySeeds.count(30, 60);
  private static final int SIZE = 10;

  /** How long lists that have become equal are watched. */
  private static final int STAYS = 5;

  /** What happens to a group that is together, and how soon it agrees again. */
  enum Situation {
    JOIN(12) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.tell(3, "leave", PlainSwim::leave);
        group.run(5.0 + group.random.below(LONG));
        NodeId contact = id(4 + group.random.below(SIZE - 4));
        group.tell(3, "join", swim -> swim.join(contact));
        return group.without();
      }
    },
    LEAVE(8) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.tell(3, "leave", PlainSwim::leave);
        return group.without(3);
      }
    },
    CRASH(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.inject(new Fault.Crash(id(3)));
        return group.without(3);
      }
    },
    CRASH_OF_THREE(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        List.of(3, 4, 9).forEach(node -> group.inject(new Fault.Crash(id(node))));
        return group.without(3, 4, 9);
      }
    },
    QUICK_RESTART(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.inject(new Fault.Crash(id(3)));
        group.simulation.runFor(group.random.below(10 * Group.SECOND));
        group.inject(new Fault.Recover(id(3)));
        return group.without();
      }
    },
    LATE_RESTART(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.inject(new Fault.Crash(id(3)));
        group.run(30.0 + group.random.below(LONG));
        group.inject(new Fault.Recover(id(3)));
        return group.without();
      }
    },
    CUT_OFF(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.inject(Fault.Partition.of(List.of(List.of(id(3)))));
        return group.without(3);
      }
    },
    RETURN_OF_ONE_CUT_OFF(20) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.during(
            Fault.Partition.of(List.of(List.of(id(3)))),
            20.0 + group.random.below(LONG),
            new Fault.HealAll());
        return group.without();
      }
    },
    PARTITION(0) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.inject(Fault.Partition.of(List.of(HALF)));
        group.run(20);
        group.awaitAgreement(group.without(2, 6, 7, 8, 9), 0);
        return group.without(0, 1, 3, 4, 5);
      }
    },
    PARTITION_HEALED(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.during(
            Fault.Partition.of(List.of(HALF)),
            20.0 + group.random.below(LONG),
            new Fault.HealAll());
        return group.without();
      }
    },
    ONLY_SENDS(40) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.inject(new Fault.SendOnly(id(3)));
        return group.without(3);
      }
    },
    ONLY_SENT(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.during(
            new Fault.SendOnly(id(3)), 20.0 + group.random.below(LONG), new Fault.HealAll());
        return group.without();
      }
    },
    ONLY_RECEIVES(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.inject(new Fault.ReceiveOnly(id(3)));
        return group.without(3);
      }
    },
    ONLY_RECEIVED(20) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.during(
            new Fault.ReceiveOnly(id(3)), 20.0 + group.random.below(LONG), new Fault.HealAll());
        return group.without();
      }
    },
    TWO_CANNOT_TALK(0) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.inject(new Fault.Cut(id(3), id(5), group.random.below(2) == 0));
        group.staysAgreed(group.without(), 30);
        return group.without();
      }
    },
    SLOW_NETWORK(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.during(
            new Fault.Delay(Latency.parse("uniform:300ms,1500ms")),
            MINUTE,
            new Fault.Delay(Group.DELAY));
        return group.without();
      }
    },
    HALF_LOST(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.during(new Fault.Loss(0.5), 60, new Fault.Loss(0));
        return group.without();
      }
    },
    PAUSE(16) {
      @Override
      Set<Long> happen(PlainGroup group) {
        group.during(
            new Fault.Pause(id(3)), 1.0 + group.random.below(MINUTE), new Fault.Resume(id(3)));
        return group.without();
      }
    };

    private static final List<NodeId> HALF = List.of(id(0), id(1), id(3), id(4), id(5));

    private final int bound;

    Situation(int bound) {
      this.bound = bound;
    }

    /** Whether somebody joins; nobody does who was only taken for failed. */
    private boolean hasNewLife() {
      return this == JOIN || this == QUICK_RESTART || this == LATE_RESTART;
    }

    /** Lets it happen, and says whose lists are to become equal. */
    abstract Set<Long> happen(PlainGroup group);
  }

  @ParameterizedTest
  @EnumSource
  void listsBecomeEqualAndStaySo(Situation situation) {
    for (long seed = 0; seed < SEEDS; seed++) {
      PlainGroup group = new PlainGroup(SIZE, seed, true);
      int[] joins = {0};
      group.simulation.watch(
          new StageWitness() {
            @Override
            public int wants() {
              return ALL;
            }

            @Override
            public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
              joins[0] += message instanceof PlainSwim.Join ? 1 : 0;
            }
          });
      group.run(3);
      Set<Long> those = situation.happen(group);
      group.run(situation.bound);
      group.awaitAgreement(those, 0);
      group.staysAgreed(those, STAYS);
      assertThat(joins[0] > 0).as("%s, seed %d", situation, seed).isEqualTo(situation.hasNewLife());
    }
  }
}
