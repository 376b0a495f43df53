package coterie.cli;

import coterie.clock.HybridText;
import coterie.core.Bytes;
import coterie.core.Version;
import coterie.lab.Jars;
import coterie.lab.store.StoreText;
import coterie.sim.trace.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the store is, and how keys and values are written: the flags of all its commands. */
final class StoreFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--dir", required = true, paramLabel = "DIR")
  private String folder = "";

  @Option(names = "--hex")
  private boolean isHex;

  @Option(names = "--json")
  private boolean isJson;

  String folder() {
    if (folder.isBlank()) {
      throw new IllegalArgumentException(
          "--dir is empty; give a folder, such as . for the current one");
    }
    requireWhole(folder);
    return folder;
  }

  boolean isJson() {
    return isJson;
  }

  /** Knows the jars that {@code --jar} names. */
  ClassLoader loader() {
    Path[] jars = spec.commandLine().getParseResult().matchedOptionValue("--jar", new Path[0]);
    List<String> args = new ArrayList<>();
    for (Path jar : jars) {
      args.add("--jar=" + jar);
    }
    return Jars.loader(args.toArray(String[]::new));
  }

  Bytes bytes(String text) {
    if (!isHex) {
      requireWhole(text);
      return Bytes.utf8(text);
    }
    try {
      return Bytes.of(HexFormat.of().parseHex(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "\"%s\" is not hexadecimal; --hex wants two digits a byte, such as 00ff".formatted(text),
          e);
    }
  }

  /** Where the JVM cannot read an argument, it puts this character; to store it would be wrong. */
  private static void requireWhole(String argument) {
    if (argument.indexOf('\uFFFD') >= 0) {
      throw new IllegalArgumentException(
          "\"%s\" is no text in the encoding of your locale; use a UTF-8 locale, or --hex"
              .formatted(argument));
    }
  }

  /** As it is, for a pipe. */
  String plain(Version version) {
    String text = text(version.value());
    if (text == null) {
      throw new IllegalArgumentException(
          "the value of %s is no text in UTF-8; --hex shows it".formatted(escaped(version.key())));
    }
    return text;
  }

  private @Nullable String text(Bytes bytes) {
    return isHex ? bytes.toString() : utf8(bytes);
  }

  /** In one line and without tabs: \n, \t, \\ and \x00 stand for what would break it. */
  String escaped(Bytes bytes) {
    if (isHex) {
      return bytes.toString();
    }
    String text = utf8(bytes);
    return text == null ? StoreText.escapedBytes(bytes) : StoreText.escaped(text);
  }

  /** Reads what {@link #escaped} writes. */
  Bytes unescaped(String text) {
    return isHex ? bytes(text) : StoreText.unescaped(text);
  }

  String json(Version version) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    put(fields, "key", version.key());
    fields.put("stamp", HybridText.textOf(version.stamp()));
    if (version.isDeleted()) {
      fields.put("value", null);
    } else {
      put(fields, "value", version.value());
    }
    return Json.of(fields);
  }

  /** What is no text has a name of its own, so that it is never taken for text. */
  private void put(Map<String, @Nullable Object> fields, String name, Bytes bytes) {
    String text = text(bytes);
    fields.put(text == null ? name + "Hex" : name, text == null ? bytes.toString() : text);
  }

  private static @Nullable String utf8(Bytes bytes) {
    byte[] copy = new byte[bytes.size()];
    bytes.copyTo(copy, 0);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(copy)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
