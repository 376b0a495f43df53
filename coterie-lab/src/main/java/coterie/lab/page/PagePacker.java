package coterie.lab.page;

import coterie.lab.TextFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Packs the laboratory with a run into one file. Found by {@link ServiceLoader}. */
public interface PagePacker {
  /**
   * What is packed.
   *
   * @param title what the file shows, in words
   * @param scenario the text of a scenario, which the page runs; null for a recorded run
   * @param recorded what was recorded; null for a scenario
   */
  record PackedRun(String title, @Nullable String scenario, @Nullable String recorded) {}

  /** Returns the whole file. */
  String pack(PackedRun run);

  /** The packer on the class path. */
  static PagePacker found() {
    return ServiceLoader.load(PagePacker.class, PagePacker.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--html needs coterie-web.jar: start it by ./coterie, or put the jar on the"
                        + " class path"));
  }

  /** Finds out before a long run that the page cannot be written. */
  static void requireWritable(Path file) {
    found();
    TextFiles.requireWritable(file);
  }

  /** Writes such a file. */
  static void write(Path file, PackedRun run) throws IOException {
    TextFiles.write(file, found().pack(run));
  }
}
