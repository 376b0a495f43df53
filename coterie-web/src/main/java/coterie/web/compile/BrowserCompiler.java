package coterie.web.compile;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.teavm.backend.javascript.JSModuleType;
import org.teavm.tooling.ConsoleTeaVMToolLog;
import org.teavm.tooling.TeaVMProblemRenderer;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMTool;
import org.teavm.tooling.TeaVMToolException;
import org.teavm.vm.TeaVMOptimizationLevel;

/**
 * Compiles the session for the browser: to WebAssembly, with the JavaScript that loads it, and to
 * JavaScript alone. Nothing happens where the classes are those of the last time.
 */
public final class BrowserCompiler {
  private static final String ENTRY = "coterie.web.browser.SessionWorker";
  private static final String WASM = "session.wasm";
  private static final String RUNTIME = "session.wasm-runtime.js";
  private static final String SCRIPT = "session.js";

  private final Path folder;
  private final List<Path> classPath;
  private final ClassFolder classes;

  private BrowserCompiler(Path folder, List<Path> classPath) {
    this.folder = folder;
    this.classPath = classPath;
    this.classes = new ClassFolder(classPath);
  }

  /** Takes the folder to write to; the classes are those of its own class path. */
  public static void main(String... arguments) throws Exception {
    List<Path> classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(Files::exists)
            .toList();
    if (!new BrowserCompiler(Path.of(arguments[0]), classPath).compile()) {
      System.exit(1);
    }
  }

  private boolean compile() throws IOException, TeaVMToolException {
    Path stamp = folder.resolve("session.stamp");
    String digest = classes.digest();
    if (Files.exists(stamp)
        && Files.readString(stamp).equals(digest)
        && Stream.of(WASM, RUNTIME, SCRIPT).allMatch(file -> Files.exists(folder.resolve(file)))) {
      return true;
    }
    Files.deleteIfExists(stamp);
    Files.createDirectories(folder);
    if (!compile(TeaVMTargetType.WEBASSEMBLY_GC, WASM)
        || !compile(TeaVMTargetType.JAVASCRIPT, SCRIPT)) {
      return false;
    }
    RuntimeScript.write(folder.resolve(RUNTIME));
    Files.writeString(stamp, digest);
    return true;
  }

  private boolean compile(TeaVMTargetType target, String file)
      throws IOException, TeaVMToolException {
    try (URLClassLoader loader = loader()) {
      TeaVMTool tool = new TeaVMTool();
      tool.setMainClass(ENTRY);
      tool.setTargetType(target);
      tool.setTargetDirectory(folder.toFile());
      tool.setTargetFileName(file);
      tool.setObfuscated(true);
      // What a protocol does wrong is an exception there, too, and no end of the engine.
      tool.setStrict(true);
      tool.setOptimizationLevel(
          // Optimized further, the JavaScript calls methods on what is undefined (TeaVM 0.15).
          target == TeaVMTargetType.JAVASCRIPT
              ? TeaVMOptimizationLevel.SIMPLE
              : TeaVMOptimizationLevel.ADVANCED);
      tool.setJsModuleType(JSModuleType.ES2015);
      tool.setClassPath(classPath.stream().map(Path::toFile).toList());
      tool.setClassLoader(loader);
      tool.getProperties().setProperty(BrowserPlugin.SEALED, String.join(" ", sealed(loader)));
      tool.generate();
      if (tool.getProblemProvider().getSevereProblems().isEmpty()) {
        return true;
      }
      TeaVMProblemRenderer.describeProblems(
          tool.getDependencyInfo().getCallGraph(),
          tool.getProblemProvider(),
          new ConsoleTeaVMToolLog(false));
      return false;
    }
  }

  private URLClassLoader loader() throws MalformedURLException {
    List<URL> addresses = new ArrayList<>();
    for (Path each : classPath) {
      addresses.add(each.toUri().toURL());
    }
    return new URLClassLoader(
        addresses.toArray(new URL[0]), BrowserCompiler.class.getClassLoader());
  }

  private List<String> sealed(ClassLoader loader) throws IOException {
    List<String> names = new ArrayList<>();
    for (String name : classes.names()) {
      try {
        if (Class.forName(name, false, loader).isSealed()) {
          names.add(name);
        }
      } catch (ClassNotFoundException e) {
        throw new IOException("the class %s cannot be loaded".formatted(name), e);
      }
    }
    return names;
  }
}
