package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.agent.Session.Told;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of a lock whose client is gone, in every order of events. */
class SessionTest {
  private final List<String> done = new ArrayList<>();

  private Session session(long silenceMillis, long leftMillis) {
    Session session = new Session("s", new Grace(0), silenceMillis, () -> done.add("closed"));
    session.of(() -> leftMillis, () -> done.add("abandoned"));
    return session;
  }

  private void giveUp(Session session) throws InterruptedException {
    session.giveUp(() -> done.add("given back"));
  }

  @Test
  void whatNobodyHasConfirmedIsGivenBack() throws Exception {
    Session session = session(1_000_000, 5);
    assertThat(session.renew()).containsEntry("token", 0L).containsEntry("leftMillis", 0L);
    session.tell(new Told.Gained(7));
    giveUp(session);
    assertThat(done).containsExactly("given back");
    assertThatThrownBy(session::renew).hasMessage("this session is over");
  }

  @Test
  void whatWasConfirmedRunsOutUnlessItIsReleased() throws Exception {
    Session session = session(1_000_000, 5);
    session.tell(new Told.Gained(7));
    assertThat(session.renew()).containsEntry("token", 7L).containsEntry("leftMillis", 5L);
    giveUp(session);
    assertThat(done).containsExactly("abandoned");
  }

  @Test
  void releaseIsGivenBackAlsoAfterTheStreamHasBroken() throws Exception {
    Session session = session(1_000_000, 60_000);
    session.tell(new Told.Gained(7));
    session.renew();
    Thread late = Thread.ofVirtual().start(() -> session.tell(new Told.Released()));
    giveUp(session);
    late.join();
    assertThat(done.getLast()).isEqualTo("given back");
  }

  @Test
  void lostLockIsNotGivenBackWhileItsCommandMayEnd() throws Exception {
    Session session = session(1_000_000, 60_000);
    session.tell(new Told.Gained(7));
    session.renew();
    session.tell(new Told.Lost(7));
    assertThat(session.renew()).containsEntry("token", 0L);
    giveUp(session);
    assertThat(done).containsExactly("abandoned");
  }

  @Test
  void silentClientComesTooLate() {
    Session session = session(-1, 5);
    assertThat(session.expires()).as("while it only waits").isFalse();
    session.tell(new Told.Gained(7));
    assertThat(session.expires()).isTrue();
    assertThatThrownBy(session::renew).hasMessage("this session is over");
  }

  @Test
  void agentThatLeavesWaitsForReleasesAndAbandonsTheRest() {
    Sessions sessions = new Sessions();
    Session session = sessions.open(new Grace(0), 1_000_000);
    session.of(() -> 5, () -> done.add("abandoned"));
    session.tell(new Told.Gained(7));
    session.renew();
    sessions.end();
    assertThat(done).containsExactly("abandoned");
    assertThatThrownBy(() -> sessions.open(new Grace(0), 1)).hasMessage("this agent leaves");
  }
}
