package coterie.web.server;

import coterie.lab.page.PageServer.ServedPage;
import coterie.lab.page.PageStart;
import coterie.protocols.Protocols;
import coterie.sim.scenario.Recipes;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A test with a page that is served on a free port. */
abstract class ServerCase {
  /** The JDK's server reads its limits once, so that ours must be there before any server. */
  private static final LabServer SERVER = new LabServer();

  private @Nullable ServedPage page;

  final PageStart start(PageStart.@Nullable Opened opened, List<URI> cluster) {
    return new PageStart(
        0, new Recipes(new Protocols().recipes()), false, opened, cluster, "coterie test");
  }

  final RawClient serve() {
    return serve(start(null, List.of()));
  }

  final RawClient serve(PageStart start) {
    ServedPage served = SERVER.serve(start);
    page = served;
    return new RawClient(URI.create(served.address()).getPort());
  }

  @AfterEach
  final void end() {
    if (page != null) {
      page.close();
    }
  }
}
