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
  private @Nullable ServedPage page;

  final PageStart start(PageStart.@Nullable Opened opened, List<URI> cluster) {
    return new PageStart(
        0, new Recipes(new Protocols().recipes()), false, opened, cluster, "coterie test");
  }

  final RawClient serve() {
    return serve(start(null, List.of()));
  }

  final RawClient serve(PageStart start) {
    ServedPage served = new LabServer().serve(start);
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
