package coterie.storage;

/**
 * A storage that cannot be opened, read or written: damaged, in use, full, or none of ours. The
 * message is one sentence for a person.
 */
public final class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }
}
