package coterie.store.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Dot;
import coterie.core.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is shown of siblings. */
class ResolutionTest {
  private static Sibling sibling(long node, long time, String content) {
    return new Sibling(new Dot(new NodeId(node), 1), Revision.none(), time, content);
  }

  private static List<String> shown(String resolution, Sibling... siblings) {
    return Resolution.named(resolution).shown(List.of(siblings));
  }

  @Test
  void manualShowsAll() {
    assertThat(shown("manual", sibling(0, 2, "a"), sibling(1, 1, "b"))).containsExactly("a", "b");
  }

  @Test
  void lastWriterHasTheLatestStamp() {
    assertThat(shown("last-writer", sibling(0, 2, "a"), sibling(1, 1, "b"))).containsExactly("a");
    assertThat(shown("last-writer", sibling(0, 1, "a"), sibling(1, 1, "b"))).containsExactly("b");
  }

  @Test
  void unionHasEveryLineOnceInTheOrderOfDots() {
    assertThat(shown("union", sibling(0, 9, "milk\neggs"), sibling(1, 1, "bread\nmilk\n")))
        .containsExactly("milk\neggs\nbread");
    assertThat(shown("union", sibling(0, 9, ""), sibling(1, 1, ""))).containsExactly("");
  }

  @Test
  void unionOfUnionsIsTheSame() {
    String once = shown("union", sibling(0, 0, "a\nb"), sibling(1, 0, "c\na")).getFirst();
    assertThat(shown("union", sibling(0, 0, once), sibling(1, 0, once))).containsExactly(once);
  }

  @Test
  void unknownWordIsRefused() {
    assertThatThrownBy(() -> Resolution.named("newest"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("siblings are resolved by manual or last-writer or union, not by \"newest\"");
  }
}
