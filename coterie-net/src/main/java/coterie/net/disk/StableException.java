package coterie.net.disk;

/** A stable value cannot be read: its file is torn, or not what it should be. */
public final class StableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StableException(String message) {
    super(message);
  }
}
