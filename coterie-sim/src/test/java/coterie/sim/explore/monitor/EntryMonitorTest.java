package coterie.sim.explore.monitor;

import static coterie.sim.explore.monitor.Path.P0;
import static coterie.sim.explore.monitor.Path.P1;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import coterie.recipe.MutexRecipe.Promise;
import org.junit.jupiter.api.Test;

class EntryMonitorTest {
  private static final Note WANTED = new Note.Wanted("a");
  private final Path<EntryMonitor.State> always =
      new Path<>(new EntryMonitor(new Promise.Always()));
  private final Path<EntryMonitor.State> unless =
      new Path<>(new EntryMonitor(new Promise.UnlessMistaken(false)));
  private final Path<EntryMonitor.State> leased =
      new Path<>(new EntryMonitor(new Promise.WithinBounds(0, 0)));

  private static Note entered(long token) {
    return new Note.Entered("a", token);
  }

  @Test
  void twoInsideAreAViolation() {
    always.note(P0, WANTED, entered(1)).note(P1, WANTED, entered(2));
    assertThat(always.violation())
        .isEqualTo("P1 entered a while P0 was inside; one is inside at a time");
  }

  @Test
  void whoLostTheLockOrCrashedIsInsideNoMore() {
    always.note(P0, WANTED, entered(1), new Note.LostLock("a", 1));
    always.note(P1, WANTED, entered(2)).crash(P1);
    always.note(P0, WANTED, entered(3), new Note.Exited("a", 3));
    assertThat(always.violation()).isNull();
  }

  @Test
  void locksOfDifferentNamesAreApart() {
    always.note(P0, WANTED, entered(1));
    always.note(P1, new Note.Wanted("b"), new Note.Entered("b", 1));
    assertThat(always.violation()).isNull();
  }

  @Test
  void tokensGrow() {
    always.note(P0, WANTED, entered(2), new Note.Exited("a", 2)).note(P1, WANTED, entered(2));
    assertThat(always.violation())
        .isEqualTo(
            "P1 entered a with token 2 after one with token 2; tokens grow with every entry");
  }

  @Test
  void aMistakeOfTheDetectorExcusesAll() {
    unless.start(P0, P1).note(P0, new Note.Suspected(P1), WANTED, entered(1));
    unless.note(P1, WANTED, entered(1));
    assertThat(unless.violation()).isNull();
    unless.note(P1, WANTED);
    assertThat(unless.violation()).isEqualTo("P1 asked for a again before that had ended");
  }

  @Test
  void aTrueSuspicionExcusesNothing() {
    unless.start(P0, P1).crash(P1).note(P0, new Note.Suspected(P1), WANTED, entered(1));
    unless.start(P1).note(P1, WANTED, entered(2));
    assertThat(unless.violation()).contains("while P0 was inside");
  }

  @Test
  void leasesAreJudgedByTheirTokensAlone() {
    leased.note(P0, WANTED, entered(2)).note(P1, WANTED, entered(1));
    assertThat(leased.violation()).isNull();
    leased.note(P0, new Note.LostLock("a", 2), WANTED, entered(1));
    assertThat(leased.violation())
        .isEqualTo(
            "P0 entered a with token 1, with which one had entered before; no two have the same");
  }

  @Test
  void entriesComeAfterRequestsAndEndOnce() {
    assertThat(new Path<>(new EntryMonitor(new Promise.Always())).note(P0, entered(1)).violation())
        .isEqualTo("P0 entered a and had not asked");
    assertThat(always.note(P0, WANTED, new Note.Exited("a", 1)).violation())
        .isEqualTo("P0 left a and was not inside");
    assertThat(unless.note(P0, new Note.GaveUp("a")).violation())
        .isEqualTo("P0 gave a up and did not wait");
  }
}
