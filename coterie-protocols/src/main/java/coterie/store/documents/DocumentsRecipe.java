package coterie.store.documents;

import coterie.core.Blueprint;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.recipe.StoreRecipe;
import java.util.List;
import java.util.stream.Stream;

/** Versioned documents by name. */
public final class DocumentsRecipe {
  public static final StoreRecipe RECIPE =
      new StoreRecipe.Value(
          "documents",
          "documents that all may edit at any time; concurrent edits become siblings until merged",
          "uniform:1ms,5ms",
          settings(),
          true,
          DocumentsRecipe::settleNanos,
          DocumentsRecipe::blueprint);

  private DocumentsRecipe() {}

  private static List<Setting> settings() {
    return Stream.concat(DocumentsConfig.settings().stream(), Editor.Config.settings().stream())
        .toList();
  }

  /**
   * In two rounds everybody has told everybody else one more page at the least; one page more is
   * for those documents that fill a page only by and by.
   */
  private static long settleNanos(Settings settings, int nodes) {
    long pages = settings.count("documents") / Documents.PAGE + 2;
    return TimeText.SECOND + 2 * pages * nodes * settings.nanos("period");
  }

  private static Blueprint blueprint(View members, Settings settings) {
    DocumentsConfig config = DocumentsConfig.of(settings);
    Editor.Config work = Editor.Config.of(settings);
    return node -> {
      Documents documents =
          node.add(
              "documents", Documents.Msg.class, context -> new Documents(context, members, config));
      Editor.add(node, members, documents, work);
    };
  }
}
