package coterie.web.compile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.teavm.tooling.TeaVMTool;

/**
 * The JavaScript that loads WebAssembly, in a form that a page without 'unsafe-eval' may run:
 * TeaVM's makes functions of texts, and ours has them written down.
 */
final class RuntimeScript {
  private static final String SOURCE = "/org/teavm/backend/wasm/wasm-gc-module-runtime.js";
  private static final String OURS = "functions.js";
  private static final String OF_TEXT = "new Function(";

  private record Edit(Pattern found, String put) {
    static Edit of(String found, String put) {
      return new Edit(Pattern.compile(found, Pattern.DOTALL), Matcher.quoteReplacement(put));
    }
  }

  private static final List<Edit> EDITS =
      List.of(
          Edit.of("new Function\\(\"return \" \\+ name \\+ \";\"\\)", "() => globalThis[name]"),
          Edit.of(
              "new Function\\(\"value\", name \\+ \" = value;\"\\)\\(value\\)",
              "globalThis[name] = value"),
          Edit.of(
              "return new Function\\(\\s*\"rethrowJavaAsJs\",.{0,200}?\\)\\(rethrowJavaAsJs, fn\\)",
              "return exported(fn, vararg, rethrowJavaAsJs)"),
          Edit.of(
              "= new Function\\(\\s*\"rethrowJavaAsJs\",.{0,300}?\\)\\(rethrowJavaAsJs, fn\\)",
              "= exportedMethod(fn, vararg, rethrowJavaAsJs)"),
          Edit.of("new Function\\(\\s*\"constructor\",.{0,200}?\\)\\(c\\)", "renamed(name, c)"),
          Edit.of(
              "const argumentList = \\[\\];.*?argumentList\\.push\\([^\\n]*\\n  \\}",
              "addCalls(imports.teavmJso, rethrowJsAsJava, getGlobalName);"));

  private RuntimeScript() {}

  static void write(Path file) throws IOException {
    String text = text(TeaVMTool.class, SOURCE);
    for (Edit edit : EDITS) {
      Matcher found = edit.found.matcher(text);
      if (found.results().count() != 1) {
        throw new IOException("TeaVM's runtime has no single place like " + edit.found);
      }
      text = found.replaceFirst(edit.put);
    }
    if (text.contains(OF_TEXT)) {
      throw new IOException("TeaVM's runtime still makes functions of texts");
    }
    Files.writeString(file, text(RuntimeScript.class, OURS) + text);
  }

  private static String text(Class<?> owner, String name) throws IOException {
    try (InputStream in = owner.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is missing");
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
