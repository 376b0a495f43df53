package coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leaderships and locks that three voters grant. */
class LeasesTest {
  @TempDir Path folder;

  @Test
  void aLockIsHeldByOneAndItsTokensGrow() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      cluster.client("d");
      AtomicInteger inside = new AtomicInteger();
      AtomicInteger worst = new AtomicInteger();
      ConcurrentLinkedQueue<Long> tokens = new ConcurrentLinkedQueue<>();
      List<Thread> threads =
          cluster.nodes.stream()
              .flatMap(node -> List.of(node, node).stream())
              .map(node -> Thread.ofVirtual().start(() -> enter(node, inside, worst, tokens)))
              .toList();
      for (Thread thread : threads) {
        assertThat(thread.join(Cluster.LONG)).isTrue();
      }
      assertThat(worst.get()).isEqualTo(1);
      assertThat(List.copyOf(tokens)).hasSize(8 * 3).isSorted().doesNotHaveDuplicates();
    }
  }

  private static void enter(
      Coterie node, AtomicInteger inside, AtomicInteger worst, ConcurrentLinkedQueue<Long> tokens) {
    try {
      for (int i = 0; i < 3; i++) {
        try (Held held = node.lock("invoice-7").acquire(Cluster.LONG)) {
          worst.accumulateAndGet(inside.incrementAndGet(), Math::max);
          tokens.add(held.token());
          assertThat(held.isHeld()).isTrue();
          TimeUnit.MILLISECONDS.sleep(2);
          inside.decrementAndGet();
        }
      }
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aLeadershipGoesToAnotherWhenItsHolderIsClosed() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      for (int round = 0; round < 2; round++) {
        List<Leadership> all =
            cluster.nodes.stream()
                .filter(Coterie::isOpen)
                .map(node -> node.leadership("billing"))
                .toList();
        Cluster.await("one leads", () -> all.stream().filter(Leadership::leads).count() == 1);
        Leadership leader = all.stream().filter(Leadership::leads).findFirst().orElseThrow();
        long token = leader.token();
        Coterie node =
            cluster.nodes.stream()
                .filter(Coterie::isOpen)
                .filter(candidate -> candidate.leadership("billing").equals(leader))
                .findFirst()
                .orElseThrow();
        if (round == 0) {
          ConcurrentLinkedQueue<Leadership.Event> events = new ConcurrentLinkedQueue<>();
          leader.watch(events::add);
          node.close();
          assertThat(leader.leads()).isFalse();
          Cluster.await("it is told", () -> events.size() == 2);
          assertThat(events)
              .containsExactly(
                  new Leadership.Event.Gained(token), new Leadership.Event.Lost(token));
        } else {
          assertThat(token).isPositive();
          Coterie other = cluster.nodes.stream().filter(Coterie::isOpen).findFirst().orElseThrow();
          assertThat(other.whoLeads("billing", Cluster.LONG)).contains(node.name());
        }
      }
    }
  }

  @Test
  void whoResignsStaysOutUntilItStandsAgain() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      Coterie only = cluster.join("a", c -> c.voters("a").data(folder));
      Leadership leadership = only.leadership("billing");
      long first = leadership.await(Cluster.LONG);
      leadership.resign();
      assertThat(leadership.leads()).isFalse();
      assertThat(only.leadership("billing").stands()).isFalse();
      assertThatThrownBy(() -> leadership.await(Duration.ofMillis(10)))
          .hasMessage("billing cannot be led by this node: it has resigned");
      assertThat(only.whoLeads("billing", Cluster.LONG)).isEmpty();
      leadership.stand();
      assertThat(leadership.await(Cluster.LONG)).isGreaterThan(first);
    }
  }

  private static String refusalOfAnotherThread(Coterie node) throws Exception {
    CompletableFuture<String> refusal = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                node.lock("x").acquire(Duration.ofMillis(50)).close();
                refusal.complete("none");
              } catch (TimeoutException | InterruptedException e) {
                refusal.complete(e.getMessage());
              }
            });
    return refusal.get(Cluster.LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void whoWaitsIsToldWhoHoldsIt() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      Coterie d = cluster.client("d");
      Coterie e = cluster.client("e");
      try (Held held = d.lock("x").acquire(Cluster.LONG)) {
        assertThat(held.left()).isPositive();
        assertThat(e.lock("x").tryAcquire()).isEmpty();
        assertThat(e.lock("x").holder(Cluster.LONG)).contains("d");
        Cluster.await(
            "the answer says who",
            () -> refusal(e).equals("the lock x was not granted within 0.3 s: d holds it"));
        assertThatThrownBy(() -> d.lock("x").acquire(Duration.ofMillis(50)))
            .isInstanceOf(TimeoutException.class)
            .hasMessage(
                "the lock x was not granted within 0.05 s:"
                    + " this thread holds it itself, and it cannot be taken twice");
        assertThat(refusalOfAnotherThread(d))
            .isEqualTo(
                "the lock x was not granted within 0.05 s: another thread of this node holds it");
      }
      // The leader hears of the release when its message comes, which may be a little later.
      Held free = e.lock("x").acquire(Cluster.LONG);
      free.close();
      assertThat(free.isHeld()).isFalse();
    }
  }

  /** On a busy machine the time may be over before an answer says who holds the lock. */
  private static String refusal(Coterie node) {
    try {
      node.lock("x").acquire(Duration.ofMillis(300)).close();
      return "granted";
    } catch (TimeoutException e) {
      return e.getMessage();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Judged by the least time that must pass, so that a slow machine changes nothing. */
  @Test
  void whatIsAbandonedIsFreeOnlyWhenItsLeaseHasRunOut() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      Coterie d = cluster.client("d");
      Coterie e = cluster.client("e");
      Held held = d.lock("x").acquire(Cluster.LONG);
      d.leadership("billing").await(Cluster.LONG);
      long until = System.nanoTime() + held.left().toNanos();
      held.abandon();
      d.leadership("billing").abandon();
      assertThat(held.isHeld()).isFalse();
      assertThat(d.leadership("billing").leads()).isFalse();
      d.close();
      Held next = e.lock("x").acquire(Cluster.LONG);
      assertThat(System.nanoTime() - until).isPositive();
      assertThat(next.token()).isGreaterThan(held.token());
      e.leadership("billing").await(Cluster.LONG);
      next.abandon();
      e.lock("x").acquire(Cluster.LONG).close();
      e.leadership("billing").abandon();
      e.leadership("billing").resign();
    }
  }

  @Test
  void anInterruptEndsTheWaiting() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      Coterie only = cluster.join("a", c -> c.voters("a").data(folder));
      Coterie other = cluster.join("b", c -> c.voters("a"));
      Held held = only.lock("x").acquire(Cluster.LONG);
      AtomicBoolean isInterrupted = new AtomicBoolean();
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (Held never = other.lock("x").acquire(Cluster.LONG)) {
                      assertThat(never).isNull();
                    } catch (InterruptedException e) {
                      isInterrupted.set(true);
                    } catch (TimeoutException e) {
                      throw new AssertionError(e);
                    }
                  });
      TimeUnit.MILLISECONDS.sleep(100);
      thread.interrupt();
      assertThat(thread.join(Cluster.LONG)).isTrue();
      assertThat(isInterrupted).isTrue();
      held.close();
      try (Held again = other.lock("x").acquire(Cluster.LONG)) {
        assertThat(again.token()).isGreaterThan(held.token());
      }
    }
  }

  @Test
  void withoutAMajorityTheQuorumIsLostAndLocksAreLost() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      Coterie d = cluster.client("d");
      ConcurrentLinkedQueue<Change> changes = new ConcurrentLinkedQueue<>();
      d.watch(changes::add);
      Held held = d.lock("x").acquire(Cluster.LONG);
      AtomicBoolean isLost = new AtomicBoolean();
      held.whenLost(() -> isLost.set(true));
      Cluster.await("the quorum is there", d::hasQuorum);
      cluster.named("b").close();
      cluster.named("c").close();
      Cluster.await("the quorum is lost", () -> changes.contains(new Change.QuorumLost()));
      Cluster.await("the lock is lost", isLost::get);
      assertThat(held.isHeld()).isFalse();
      assertThat(d.hasQuorum()).isFalse();
      assertThatThrownBy(() -> d.lock("y").acquire(Duration.ofMillis(100)))
          .hasMessageContaining("no leader of the voters was reached");
      assertThatThrownBy(() -> d.whoLeads("z", Duration.ofMillis(100)))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("no leader of the voters has answered within 0.1 s");
      held.close();
      changes.clear();
      cluster.join("b", c -> c.voters("a", "b", "c").data(folder.resolve("b")));
      Cluster.await("it is back", () -> changes.contains(new Change.QuorumRegained()));
      d.lock("y").acquire(Cluster.LONG).close();
    }
  }

  /** By then another one may be inside: whoever asks must hear it before the loop can tell. */
  @Test
  void leasesEndByTheClockThoughTheLoopStandsStill() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    try (Cluster cluster = Cluster.onOneLoop()) {
      Coterie only = cluster.join("a", c -> c.voters("a").data(folder));
      Leadership leadership = only.leadership("billing");
      leadership.await(Cluster.LONG);
      Held held = only.lock("x").acquire(Cluster.LONG);
      AtomicBoolean isLost = new AtomicBoolean();
      held.whenLost(() -> isLost.set(true));
      Cluster.host(only).loop().execute(() -> waitFor(goesOn));
      Cluster.await("it holds nothing", () -> !held.isHeld() && !leadership.leads());
      assertThat(isLost).isFalse();
      assertThat(held.left()).isZero();
      goesOn.countDown();
      Cluster.await("it is told", isLost::get);
      held.close();
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      // Bounded, since the cluster is closed before a failing test lets the loop go on.
      assertThat(latch.await(Cluster.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void closingEndsAllWaiting() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      Coterie only = cluster.join("a", c -> c.voters("a", "b", "c").data(folder));
      AtomicReference<Exception> thrown = new AtomicReference<>();
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      only.lock("x").acquire(Cluster.LONG).close();
                    } catch (InterruptedException | TimeoutException | RuntimeException e) {
                      thrown.set(e);
                    }
                  });
      TimeUnit.MILLISECONDS.sleep(100);
      only.close();
      assertThat(thread.join(Cluster.LONG)).isTrue();
      assertThat(thrown.get())
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the lock x cannot be had: the node is closed");
      assertThatThrownBy(() -> only.lock("x")).hasMessage("a is closed");
    }
  }
}
