package coterie.lab.page;

import java.util.ServiceLoader;

/** Serves the laboratory as a page. Found by {@link ServiceLoader}. */
public interface PageServer {
  /** A page that is being served. */
  interface ServedPage extends AutoCloseable {
    /** Where a browser finds it. */
    String address();

    @Override
    void close();
  }

  /**
   * Serves it until it is closed, or this process ends.
   *
   * @throws IllegalArgumentException where it cannot be served, with a sentence that says why
   */
  ServedPage serve(PageStart start);

  /** The server on the class path. */
  static PageServer found(ClassLoader loader) {
    return ServiceLoader.load(PageServer.class, loader)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "lab needs coterie-web.jar: start it by ./coterie, or name the jar with"
                        + " --jar"));
  }
}
