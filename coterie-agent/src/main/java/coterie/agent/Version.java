package coterie.agent;

/** Which agent this is. */
final class Version {
  static final String TEXT = "0.1.0";

  private Version() {}
}
