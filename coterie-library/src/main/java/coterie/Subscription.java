package coterie;

/** What ends a watching. Closing it twice does nothing. */
public interface Subscription extends AutoCloseable {
  @Override
  void close();
}
