package coterie.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.protocols.Protocols;
import coterie.sim.scenario.Recipes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Sessions of pages on the server. */
class SessionDeskTest {
  private static final String RUN = "run\nprotocol raft\nnodes 3\nuntil 1\n";

  private static SessionDesk desk() {
    return new SessionDesk(new Recipes(new Protocols().recipes()));
  }

  private static String text(PageAnswer answer) {
    ByteBuffer bytes = ByteBuffer.wrap(answer.body()).order(ByteOrder.LITTLE_ENDIAN);
    return new String(answer.body(), 4, bytes.getInt(), StandardCharsets.UTF_8);
  }

  @Test
  void columnsFollowTheText() {
    try (SessionDesk desk = desk()) {
      desk.answer("a", RUN);
      desk.answer("a", "advance 1 100000");
      PageAnswer answer = desk.answer("a", "columns 1");
      int length = ByteBuffer.wrap(answer.body()).order(ByteOrder.LITTLE_ENDIAN).getInt();
      assertThat(text(answer)).startsWith("{\"count\":");
      assertThat(answer.body().length - 4 - length).isPositive();
    }
  }

  @Test
  void sessionsDoNotSeeEachOther() {
    try (SessionDesk desk = desk()) {
      desk.answer("a", RUN);
      assertThat(text(desk.answer("b", "columns 1"))).contains("run 1 is not open");
      assertThat(text(desk.answer("a", "advance 1 10"))).contains("\"isOver\"");
    }
  }

  @Test
  void oldestIdleSessionMakesRoom() {
    try (SessionDesk desk = desk()) {
      for (int i = 0; i < SessionDesk.SESSIONS_MAX; i++) {
        desk.answer("s" + i, RUN);
      }
      desk.answer("s0", "advance 1 10");
      desk.answer("new", RUN);
      assertThat(text(desk.answer("s0", "advance 1 10"))).contains("\"isOver\"");
      assertThat(text(desk.answer("s1", "advance 1 10"))).contains("is not open");
    }
  }

  @Test
  void requestsOfOneSessionAreAnsweredOneAfterTheOther()
      throws InterruptedException, ExecutionException {
    try (SessionDesk desk = desk();
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      desk.answer("a", RUN);
      List<Future<PageAnswer>> open = new ArrayList<>();
      for (int i = 0; i < SessionDesk.WAITING_MAX; i++) {
        open.add(clients.submit(() -> desk.answer("a", "advance 1 50")));
      }
      for (Future<PageAnswer> one : open) {
        assertThat(one.get().code()).isEqualTo(200);
        assertThat(text(one.get())).contains("\"isOver\"");
      }
    }
  }

  @Test
  void mistakesAreAnswers() {
    try (SessionDesk desk = desk()) {
      assertThat(text(desk.answer("a", "run\nprotocol <img>\n"))).contains("\"error\"");
      assertThat(text(desk.answer("a", ""))).contains("unknown request");
      assertThat(text(desk.answer("a", "columns 99999999999"))).contains("\"error\"");
    }
  }
}
