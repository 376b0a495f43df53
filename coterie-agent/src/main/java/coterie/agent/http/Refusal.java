package coterie.agent.http;

/** What is answered instead of what was asked for: a status and one sentence. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;

  public Refusal(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  int status() {
    return status;
  }
}
