package coterie.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which sending an arrival belongs to, where equal messages overtake each other. */
class EventPairsTest {
  private static final double SECOND = 1e9;

  @Test
  void delayedMessageArrivesLateAndNoOtherDoes() {
    LabSession session =
        new LabSession(new Recipes(Recipe.all(EventPairsTest.class.getClassLoader())));
    session.answer("run\nprotocol bully\nnodes 3\nuntil 20\ndelay Coordinator 2 -> 0 by 10s\n");
    session.answer("advance 1 1000000");
    ByteBuffer columns =
        ByteBuffer.wrap(session.answer("columns 1").bytes()).order(ByteOrder.LITTLE_ENDIAN);
    int size = columns.capacity() / 27;
    List<Double> late = new ArrayList<>();
    int arrivals = 0;
    for (int i = 0; i < size; i++) {
      int sent = columns.getInt(8 * size + 4 * i);
      if (columns.get(24 * size + i) == EventKind.RECEIVED.code() && sent >= 0) {
        arrivals++;
        double took = columns.getDouble(8 * i) - columns.getDouble(8 * sent);
        if (took > 0.5 * SECOND) {
          late.add(took);
        }
      }
    }
    assertThat(arrivals).isGreaterThan(20);
    assertThat(late).singleElement().satisfies(took -> assertThat(took).isGreaterThan(10 * SECOND));
  }
}
