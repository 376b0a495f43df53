package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.agent.http.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventsTest {
  private static void add(Events events, int count) {
    for (int i = 0; i < count; i++) {
      events.add("happened", Map.of("i", i));
    }
  }

  @Test
  void whoComesBackHearsWhatItHasMissed() throws Exception {
    Events events = new Events();
    add(events, 5);
    try (Events.Follower follower = events.follow(3L)) {
      assertThat(follower.next(1).number()).isEqualTo(4);
      assertThat(follower.next(1).number()).isEqualTo(5);
      assertThat(follower.next(1)).isNull();
    }
  }

  @Test
  void whoDoesNotReadKeepsNothingAndIsCountedUntilItIsGone() throws Exception {
    Events events = new Events();
    List<Events.Follower> mute = new ArrayList<>();
    for (int i = 0; i < Events.FOLLOWERS_MAX; i++) {
      mute.add(events.follow(null));
    }
    add(events, Events.KEPT_MAX + Events.WAITING_MAX + 1);
    for (Events.Follower follower : mute) {
      assertThat(follower.isLost()).isTrue();
      assertThat(follower.next(0)).as("nothing is kept for it").isNull();
    }
    assertThatThrownBy(() -> events.follow(null)).isInstanceOf(Refusal.class);
    mute.getFirst().close();
    try (Events.Follower follower = events.follow(null)) {
      add(events, 1);
      assertThat(follower.next(1)).isNotNull();
    }
  }
}
