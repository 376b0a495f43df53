package coterie.web.drive;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.openqa.selenium.OutputType;

/**
 * Makes the pictures of the page in docs/images: ten states. Somebody must look at them before they
 * are committed.
 */
public final class Screenshots {
  private static final long BYTES_MAX = 150_000;
  private static final int COLOURS_MAX = 200;
  private static final int UNLIKE = 7;
  private static final String BULLY =
      "protocol bully\n"
          + "nodes 5\n"
          + "ids-from 1\n"
          + "until 12s\n"
          + "latency 30ms\n"
          + "set detector none\n"
          + "at 2s crash 3\n"
          + "at 2.5s call 1 notice\n"
          + "at 9s recover 3\n";

  private final Page page;
  private final Path folder;

  private Screenshots(Page page, Path folder) {
    this.page = page;
    this.folder = folder;
  }

  /** Takes the folder, such as docs/images. */
  public static void main(String[] args) throws IOException {
    try (Page page = Page.open()) {
      new Screenshots(page, Path.of(args[0])).all();
    }
  }

  private void all() throws IOException {
    page.size(1280, 800);
    Map<String, Runnable> states = new LinkedHashMap<>();
    views(states);
    parts(states);
    for (Map.Entry<String, Runnable> state : states.entrySet()) {
      page.prefers();
      state.getValue().run();
      page.js("await new Promise((then) => setTimeout(then, 600)); document.activeElement?.blur()");
      write(folder.resolve("lab-" + state.getKey() + ".png"));
    }
  }

  private void views(Map<String, Runnable> states) {
    states.put("first", () -> page.load(""));
    states.put(
        "bully",
        () ->
            seen(
                BULLY,
                "Timeline",
                "lab.gotoTime(2.545e9); const l = T.diagram().scene.axis;"
                    + " T.diagram().showLengths(l.of(2.49e9), l.after(2.6e9), false)"));
    states.put(
        "detector",
        () ->
            seen(
                "protocol heartbeat\n"
                    + "nodes 6\n"
                    + "until 20\n"
                    + "latency uniform:5ms,50ms\n"
                    + "at 8 crash 2 for 8\n",
                "Who trusts whom",
                "lab.gotoTime(12e9)"));
    states.put(
        "vring",
        () ->
            seen(
                "protocol vring\nnodes 6\nuntil 300\nat 65 crash 2 for 120\n",
                "Network",
                "lab.gotoTime(130e9)"));
    states.put(
        "clocks",
        () ->
            seen(
                "protocol clocks\nnodes 4\nuntil 8\nat 4 clock 2 offset +2s\n",
                "Stamps",
                "lab.gotoTime(5e9)"));
  }

  private void parts(Map<String, Runnable> states) {
    states.put(
        "branches",
        () -> {
          seen(
              BULLY,
              "Network",
              "lab.gotoTime(2.51e9); await lab.fork('drop Coordinator P5 -> P1')");
          page.js(
              "document.querySelector('lab-app').openLeft('branches');"
                  + " lab.setBeside(lab.branch.parent)");
          page.until("both", "T.one('lab-diagram.twin')?.scene");
        });
    states.put(
        "cone",
        () ->
            seen(
                BULLY,
                "Event",
                "const e = T.event((i, run) => run.kind[i] === 1 && run.labelOf(i) ==="
                    + " 'Coordinator'); lab.goto(e); lab.choose({ event: e }); lab.setCone(e)"));
    states.put(
        "compare",
        () -> {
          page.load("#compare", false);
          page.until("the figures", "T.one('lab-compare')?.campaign?.state === 'over'");
        });
    states.put(
        "lessons",
        () -> {
          page.load("#lessons", false);
          page.until("the cards", "T.all('.lessoncard').length > 3");
        });
    states.put(
        "dark",
        () -> {
          page.prefers("prefers-color-scheme", "dark");
          seen("protocol ricart-agrawala\nnodes 4\nuntil 1\n", "Network", "lab.gotoTime(0.5e9)");
        });
  }

  private void seen(String scenario, String view, String more) {
    page.load("");
    page.show(scenario.split("\n", -1));
    page.js(
        "T.all('.right [role=tab]').find((one) => T.text(one) === arguments[0]).click();" + more,
        view);
  }

  private void write(Path file) throws IOException {
    byte[] picture = page.driver().getScreenshotAs(OutputType.BYTES);
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture));
    ImageIO.write(indexed(image), "png", file.toFile());
    long bytes = Files.size(file);
    System.out.println("%s: %,d bytes".formatted(file, bytes));
    if (bytes > BYTES_MAX) {
      throw new IllegalStateException(
          "%s has %,d bytes, more than %,d".formatted(file, bytes, BYTES_MAX));
    }
  }

  /** The same with few colours, each unlike all others, so that the file is small. */
  private static BufferedImage indexed(BufferedImage image) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        counts.merge(image.getRGB(x, y) & 0xFFFFFF, 1, Integer::sum);
      }
    }
    List<Integer> colours = new ArrayList<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .filter(one -> colours.stream().noneMatch(other -> distance(one, other) < UNLIKE))
        .limit(COLOURS_MAX)
        .forEach(colours::add);
    byte[][] parts = new byte[3][colours.size()];
    for (int i = 0; i < colours.size(); i++) {
      parts[0][i] = (byte) (colours.get(i) >> 16);
      parts[1][i] = (byte) (colours.get(i) >> 8);
      parts[2][i] = colours.get(i).byteValue();
    }
    IndexColorModel model = new IndexColorModel(8, colours.size(), parts[0], parts[1], parts[2]);
    BufferedImage small =
        new BufferedImage(
            image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
    Map<Integer, Integer> nearest = new HashMap<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int index =
            nearest.computeIfAbsent(image.getRGB(x, y) & 0xFFFFFF, one -> nearest(one, colours));
        small.getRaster().setSample(x, y, 0, index);
      }
    }
    return small;
  }

  private static int nearest(int colour, List<Integer> colours) {
    int best = 0;
    for (int i = 1; i < colours.size(); i++) {
      if (distance(colour, colours.get(i)) < distance(colour, colours.get(best))) {
        best = i;
      }
    }
    return best;
  }

  private static int distance(int a, int b) {
    return Math.abs((a >> 16 & 0xFF) - (b >> 16 & 0xFF))
        + Math.abs((a >> 8 & 0xFF) - (b >> 8 & 0xFF))
        + Math.abs((a & 0xFF) - (b & 0xFF));
  }
}
