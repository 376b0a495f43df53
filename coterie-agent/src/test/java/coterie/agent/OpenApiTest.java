package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Member;
import coterie.Status;
import coterie.agent.http.Route;
import coterie.core.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is described is what there is. */
class OpenApiTest {
  private static Set<String> described() throws IOException {
    return described("openapi.yaml");
  }

  private static Set<String> described(String file) throws IOException {
    Set<String> described = new TreeSet<>();
    try (InputStream in = Routes.class.getResourceAsStream(file)) {
      String path = "";
      boolean isInPaths = false;
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.matches("[a-z]+:.*")) {
          isInPaths = line.startsWith("paths:");
        } else if (isInPaths && line.matches("  /.*:")) {
          path = line.strip().replaceFirst(":$", "");
        } else if (isInPaths && line.matches("    (get|post|put|delete|patch):")) {
          described.add(line.strip().replace(":", "").toUpperCase(Locale.ROOT) + " " + path);
        }
      }
    }
    return described;
  }

  private static Set<String> answered(boolean hasFaults) {
    return new Routes(null, new Events(), null, new Keys(null, null), () -> {})
        .all(hasFaults).stream()
            .map(route -> route.method() + " " + route.path())
            .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyRouteIsDescribedAndNoOther() throws IOException {
    assertThat(described()).isEqualTo(answered(false)).hasSizeGreaterThan(15);
  }

  @Test
  void everyRouteOfANodeIsDescribedAndNoOther() throws IOException {
    Set<String> answered =
        new NodeRoutes(null, new Events(), new Keys(null, null))
            .all().stream()
                .map(route -> route.method() + " " + route.path())
                .collect(Collectors.toCollection(TreeSet::new));
    assertThat(described("node-openapi.yaml")).isEqualTo(answered).hasSize(10);
  }

  /** The lines of the properties of a member stand deeper than those of the answer around it. */
  private static Set<String> memberProperties(Stream<String> lines) {
    return lines
        .filter(line -> line.matches(" {14}[a-zA-Z]+: \\{type.*"))
        .map(line -> line.strip().replaceFirst(":.*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyFieldOfAMemberIsDescribedAndNoOther() throws IOException {
    Member member =
        new Member(
            "a",
            new NodeId(1),
            "127.0.0.1:1",
            new TreeMap<>(),
            Status.ALIVE,
            1,
            0,
            OptionalLong.empty(),
            false);
    Set<String> answered = new TreeSet<>(MemberFields.of(member).keySet());
    answered.add("voter");
    try (InputStream in = Routes.class.getResourceAsStream("openapi.yaml")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String schema = text.substring(text.indexOf("    Members:\n      type: object"));
      assertThat(memberProperties(schema.lines())).isEqualTo(answered).hasSize(9);
      assertThat(memberProperties(schema.replace(" differs:", "").lines())).isNotEqualTo(answered);
    }
  }

  @Test
  void onlyProbesAreAnsweredWithoutTheToken() {
    assertThat(new Routes(null, new Events(), null, new Keys(null, null), () -> {}).all(false))
        .filteredOn(route -> route.access() == Route.Access.OPEN)
        .extracting(route -> route.method() + " " + route.path())
        .containsExactlyInAnyOrder("GET /health", "GET /health/live", "GET /health/ready");
  }

  @Test
  void routeThatIsNotDescribedIsFound() throws IOException {
    Routes routes = new Routes(null, new Events(), null, new Keys(null, null), () -> {});
    Set<String> more = new TreeSet<>(answered(false));
    more.add("POST /passage");
    assertThat(routes.all(false)).hasSize(described().size());
    assertThat(described()).isNotEqualTo(more);
  }
}
