package coterie.store.registers;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Stable;
import coterie.core.View;
import coterie.store.registers.RegisterAccess.Msg;
import coterie.store.registers.RegisterAccess.Muster;
import coterie.store.registers.RegisterAccess.Stage;
import coterie.store.registers.RegisterAccess.Tenure;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How the voters of a list begin to keep registers, when the first call comes. A voter is ready
 * when it has heard that no other one keeps registers, and keeps them when it has heard that all
 * are ready, or that one keeps them. So a voter that has forgotten everything, among others that
 * keep registers, never begins again.
 */
final class Founding {
  private final Context<Msg> context;
  private final View voters;
  private final @Nullable Registers registers;
  private final Stable<Tenure> tenure;
  private final boolean mayFound;
  private final long resendNanos;
  private final Alarm ask;
  private final @Nullable Stage[] heard;
  private Stage stage;
  private boolean isWanted;

  Founding(
      Context<Msg> context,
      View voters,
      @Nullable Registers registers,
      Stable<Tenure> tenure,
      boolean mayFound,
      long resendNanos) {
    this.context = context;
    this.voters = voters;
    this.registers = registers;
    this.tenure = tenure;
    this.mayFound = mayFound;
    this.resendNanos = resendNanos;
    this.heard = new Stage[voters.size()];
    this.ask = context.alarm("muster", this::ask);
    this.stage = registers == null ? Stage.NONE : stage(registers, tenure.value());
  }

  /** What is left of earlier lives. */
  private Stage stage(Registers own, @Nullable Tenure saved) {
    if (own.keeps()) {
      return Stage.KEEPS;
    }
    boolean isLost = saved != null && saved.stage() == Stage.KEEPS;
    if (own.keptFor() != 0 || isLost || !mayFound) {
      return Stage.UNFIT;
    }
    return saved != null && saved.group() == voters.fingerprint() ? saved.stage() : Stage.NONE;
  }

  Stage stage() {
    return stage;
  }

  /** Why this voter keeps no registers; null if it does. */
  @Nullable String obstacle() {
    String loss = loss();
    boolean isBeginning = loss == null && stage != Stage.KEEPS;
    return isBeginning ? "registers begin once all voters have been up together" : loss;
  }

  /** Why this voter will keep no registers in this life; null if it does, or still may. */
  @Nullable String loss() {
    if (stage == Stage.UNFIT && registers != null && registers.keptFor() != 0) {
      return "it kept registers for another list of voters";
    }
    if (stage == Stage.UNFIT && !mayFound) {
      return "it has lost its vote";
    }
    return stage == Stage.UNFIT || hasMetKeeper() ? "it has lost the registers that it kept" : null;
  }

  private boolean hasMetKeeper() {
    return stage == Stage.NONE && Arrays.asList(heard).contains(Stage.KEEPS);
  }

  /** What an earlier life has begun goes on. */
  void start() {
    if (stage == Stage.READY) {
      want();
    }
  }

  /** Somebody makes a call. */
  void want() {
    if (registers != null && !isWanted && isUnderWay()) {
      isWanted = true;
      ask();
    }
  }

  private boolean isUnderWay() {
    return stage == Stage.NONE || stage == Stage.READY;
  }

  private void ask() {
    goOn();
    if (isUnderWay()) {
      tellOthers(true);
      ask.start(resendNanos);
    }
  }

  private void tellOthers(boolean asks) {
    for (int i = 0; i < voters.size(); i++) {
      if (!voters.at(i).equals(context.self())) {
        context.send(voters.at(i), new Muster(voters.fingerprint(), stage, asks));
      }
    }
  }

  void heard(NodeId from, Muster muster) {
    heard[voters.indexOf(from)] = muster.stage();
    if (isUnderWay()) {
      want();
      goOn();
    }
    if (muster.asks()) {
      context.send(from, new Muster(voters.fingerprint(), stage, false));
    }
  }

  /** What is sent from here on waits until the stage is saved. */
  private void goOn() {
    if (stage == Stage.NONE && areAll(Stage.NONE, Stage.READY)) {
      stage = Stage.READY;
      tenure.save(new Tenure(voters.fingerprint(), stage));
      tellOthers(false);
    }
    if (stage == Stage.READY && registers != null && areReady()) {
      stage = Stage.KEEPS;
      registers.keep();
      tenure.save(new Tenure(voters.fingerprint(), stage));
      ask.stop();
      tellOthers(false);
    }
  }

  /** A voter that keeps registers knows that all were ready. */
  private boolean areReady() {
    return Arrays.asList(heard).contains(Stage.KEEPS) || areAll(Stage.READY, Stage.READY);
  }

  private boolean areAll(Stage one, Stage other) {
    for (int i = 0; i < voters.size(); i++) {
      boolean isSelf = voters.at(i).equals(context.self());
      if (!isSelf && heard[i] != one && heard[i] != other) {
        return false;
      }
    }
    return true;
  }
}
