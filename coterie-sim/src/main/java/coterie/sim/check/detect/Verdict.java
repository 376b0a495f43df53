package coterie.sim.check.detect;

import coterie.recipe.DetectorRecipe;

/** Which note says that a process is suspected. */
public enum Verdict {
  /** From {@link coterie.core.Note.Suspected} to {@link coterie.core.Note.Trusted}. */
  SUSPECTED,

  /** From {@link coterie.core.Note.Failed} to {@link coterie.core.Note.Joined}. */
  FAILED;

  public static Verdict of(DetectorRecipe recipe) {
    return recipe.confirms() ? FAILED : SUSPECTED;
  }
}
