package coterie.store.documents;

import coterie.core.Blueprint;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.StoreRecipe;
import coterie.core.TimeText;
import coterie.core.View;
import java.util.List;
import java.util.stream.Stream;

/** Versioned documents by name. */
public final class DocumentsRecipe implements StoreRecipe {
  @Override
  public String name() {
    return "documents";
  }

  @Override
  public String summary() {
    return "documents that all may edit at any time; concurrent edits become siblings until merged";
  }

  @Override
  public String latency() {
    return "uniform:1ms,5ms";
  }

  @Override
  public List<Setting> settings() {
    return Stream.concat(DocumentsConfig.settings().stream(), Editor.Config.settings().stream())
        .toList();
  }

  @Override
  public boolean keepsHistory() {
    return true;
  }

  /**
   * In two rounds everybody has told everybody else one more page at the least; one page more is
   * for those documents that fill a page only by and by.
   */
  @Override
  public long settleNanos(Settings settings, int nodes) {
    long pages = settings.count("documents") / Documents.PAGE + 2;
    return TimeText.SECOND + 2 * pages * nodes * settings.nanos("period");
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
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
