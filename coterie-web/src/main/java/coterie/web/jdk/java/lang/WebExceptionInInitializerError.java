package coterie.web.jdk.java.lang;

/** An initialiser of a class failed. */
public final class WebExceptionInInitializerError extends LinkageError {
  private static final long serialVersionUID = 1;

  public WebExceptionInInitializerError(Throwable thrown) {
    super("an initialiser failed: " + thrown);
  }
}
