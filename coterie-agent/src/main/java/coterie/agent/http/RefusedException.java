package coterie.agent.http;

import java.io.IOException;

/** The agent does not do what was asked; it says why. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  public RefusedException(String sentence) {
    super(Shown.of(sentence));
  }
}
