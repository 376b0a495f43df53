package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Change;
import coterie.Member;
import coterie.Status;
import coterie.core.NodeId;
import java.util.Collections;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoggedMembersTest {
  private static final Member Q =
      new Member(
          "q",
          new NodeId(7),
          "127.0.0.1:7101",
          Collections.emptySortedMap(),
          Status.ALIVE,
          1,
          0,
          OptionalLong.empty(),
          false);

  private final LoggedMembers roster = new LoggedMembers();

  @Test
  void memberOfTheListIsNotToldOfAgainAsJoined() {
    assertThat(roster.isNew("q")).isTrue();
    assertThat(roster.isNews(new Change.Joined(Q))).isFalse();
  }

  @Test
  void memberThatJoinedFirstIsNotListedAgain() {
    assertThat(roster.isNews(new Change.Joined(Q))).isTrue();
    assertThat(roster.isNew("q")).isFalse();
  }

  @Test
  void memberThatReturnsIsNews() {
    roster.isNew("q");
    assertThat(roster.isNews(new Change.Left(Q))).isTrue();
    assertThat(roster.isNews(new Change.Joined(Q))).isTrue();
    assertThat(roster.isNews(new Change.Failed(Q))).isTrue();
    assertThat(roster.isNews(new Change.Joined(Q))).isTrue();
  }
}
