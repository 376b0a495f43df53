package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.net.GroupList;
import coterie.net.GroupNode;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every recipe runs as members of a fixed group, and their numbers may have gaps. */
class EveryNodeTest {
  private static final long SECONDS = 60;

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> recipeRunsAsMembersOfAGroup() {
    return Recipes.of(EveryNodeTest.class.getClassLoader()).all().stream()
        .map(recipe -> DynamicTest.dynamicTest(recipe.name(), () -> run(recipe)));
  }

  private void run(Recipe recipe) throws Exception {
    List<String> lines = NodeGroup.lines(3);
    GroupList group =
        GroupList.of(
            lines.get(0), lines.get(1).replaceFirst("2", "5"), lines.get(2).replaceFirst("3", "9"));
    List<String> wrong = new CopyOnWriteArrayList<>();
    List<CompletableFuture<GroupNode>> starting = new ArrayList<>();
    for (NodeId id : group.places().keySet()) {
      starting.add(CompletableFuture.supplyAsync(() -> open(recipe, group, id, wrong)));
    }
    List<GroupNode> nodes = new ArrayList<>();
    for (CompletableFuture<GroupNode> one : starting) {
      nodes.add(one.get(SECONDS, TimeUnit.SECONDS));
    }
    for (GroupNode node : nodes) {
      assertThat(node.life()).isEqualTo(1);
      assertThat(node.readAll(List::size).get(SECONDS, TimeUnit.SECONDS)).isPositive();
    }
    nodes.getLast().close();
    GroupNode again = open(recipe, group, nodes.getLast().self(), wrong);
    assertThat(again.life()).isEqualTo(2);
    again.close();
    nodes.forEach(GroupNode::close);
    assertThat(wrong).isEmpty();
  }

  private GroupNode open(Recipe recipe, GroupList group, NodeId id, List<String> wrong) {
    boolean hasClients =
        recipe.settings().stream().map(Setting::name).anyMatch(name -> name.equals("clients"));
    try {
      return GroupNode.of(group, id)
          .data(folder.resolve(recipe.name() + id))
          .warn(wrong::add)
          .onStop((why, cause) -> wrong.add(why))
          .open(recipe, hasClients ? Map.of("clients", "0") : Map.of());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
