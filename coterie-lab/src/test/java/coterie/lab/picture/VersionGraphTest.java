package coterie.lab.picture;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Dot;
import coterie.core.Lineage;
import coterie.core.NodeId;
import coterie.core.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The picture of versions. */
class VersionGraphTest {
  private static Dot dot(long node, long number) {
    return new Dot(new NodeId(node), number);
  }

  private static Lineage.Link link(Dot dot, long time, boolean isCurrent, Dot... base) {
    Stamp stamp = new Stamp(time, dot.node());
    return new Lineage.Link(
        dot, "v" + dot, List.of(base), base.length == 0, stamp, "time " + time, isCurrent);
  }

  private static final Lineage MERGED =
      new Lineage(
          "doc",
          List.of(
              link(dot(0, 1), 1, false),
              link(dot(1, 1), 2, false, dot(0, 1)),
              link(dot(2, 1), 2, false, dot(0, 1)),
              link(dot(0, 2), 3, true, dot(1, 1), dot(2, 1))));

  @Test
  void everyVersionIsABoxAndEveryBaseALine() throws Exception {
    String svg = VersionGraph.svg("documents, seed 1", List.of(List.of(MERGED)));
    assertThat(Xml.words(svg, "dot")).containsExactly("P0:1", "P1:1", "P2:1", "P0:2");
    assertThat(Xml.looks(svg, "path")).containsExactly("made", "made", "made", "made");
    assertThat(Xml.looks(svg, "rect").stream().filter("current"::equals)).hasSize(2); // and the key
    assertThat(Xml.looks(svg, "rect").stream().filter("merge"::equals)).hasSize(2);
  }

  /** One copy has not seen the merge. */
  @Test
  void versionThatOneCopyKnowsToBeSupersededIsSo() {
    Lineage early =
        new Lineage(
            "doc",
            List.of(
                link(dot(0, 1), 1, false),
                link(dot(1, 1), 2, true, dot(0, 1)),
                link(dot(2, 1), 2, true, dot(0, 1))));
    String late = VersionGraph.svg("x", List.of(List.of(MERGED)));
    assertThat(VersionGraph.svg("x", List.of(List.of(MERGED), List.of(early)))).isEqualTo(late);
    assertThat(VersionGraph.svg("x", List.of(List.of(early), List.of(MERGED)))).isEqualTo(late);
  }

  @Test
  void versionIsNeverLeftOfWhatItWasMadeFrom() throws Exception {
    Lineage wrongClock =
        new Lineage(
            "doc", List.of(link(dot(1, 1), 5, true, dot(0, 1)), link(dot(0, 1), 900, false)));
    String svg = VersionGraph.svg("x", List.of(List.of(wrongClock)));
    assertThat(Xml.words(svg, "dot")).containsExactly("P0:1", "P1:1");
  }

  @Test
  void baseThatIsForgottenIsAStub() throws Exception {
    Lineage cut = new Lineage("doc", List.of(link(dot(1, 7), 5, true, dot(0, 6))));
    String svg = VersionGraph.svg("x", List.of(List.of(cut)));
    assertThat(Xml.looks(svg, "line").stream().filter("lost"::equals)).hasSize(2); // and the key
  }

  @Test
  void anyNameAndAnyNumberOfDocumentsCanBeDrawn() throws Exception {
    List<Lineage> many = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      many.add(new Lineage("<&\"'" + "x".repeat(200) + i, MERGED.versions()));
    }
    String svg = VersionGraph.svg("x", List.of(many));
    Xml.parse(svg);
    assertThat(Xml.words(svg, "name")).hasSize(12);
    assertThat(Xml.words(svg, "muted")).contains("And 28 more documents.");
    assertThat(Xml.words(VersionGraph.svg("x", List.of()), "muted"))
        .containsExactly("No version is remembered.");
  }
}
