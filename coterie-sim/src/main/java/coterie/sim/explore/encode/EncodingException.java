package coterie.sim.explore.encode;

/** Something cannot be a part of an explored state. Its message names the class and the field. */
public final class EncodingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public EncodingException(String message) {
    super(message);
  }
}
