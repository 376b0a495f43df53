package coterie;

/** What ends a watching. Closing it twice does nothing. */
public interface Subscription extends AutoCloseable {
  /** How many events were dropped because the listener was too slow for them. */
  long dropped();

  @Override
  void close();
}
