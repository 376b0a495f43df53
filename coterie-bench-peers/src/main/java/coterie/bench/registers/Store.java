package coterie.bench.registers;

/** A client of something that keeps values with versions on three servers. */
interface Store extends AutoCloseable {
  /** Makes sure that the value exists, and returns its version. */
  long create(String key, String value) throws Exception;

  /** Reads, and returns the version. */
  long get(String key) throws Exception;

  /**
   * Writes if the value has that version.
   *
   * @return the new version
   * @throws IllegalStateException if it was not written
   */
  long compareAndSet(String key, long version, String value) throws Exception;

  @Override
  void close();
}
