package coterie.cli;

import coterie.clock.HybridText;
import coterie.core.Bytes;
import coterie.core.Version;
import coterie.sim.trace.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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

  @Option(
      names = "--dir",
      required = true,
      paramLabel = "DIR",
      description = "the folder of the store")
  private String folder = "";

  @Option(names = "--hex", description = "keys and values are hexadecimal, going in and out")
  private boolean isHex;

  @Option(names = "--json", description = "print one JSON object a line")
  private boolean isJson;

  String folder() {
    return folder;
  }

  boolean isJson() {
    return isJson;
  }

  /** Knows the jars that {@code --jar} names. */
  ClassLoader loader() {
    String[] jars = spec.commandLine().getParseResult().matchedOptionValue("--jar", new String[0]);
    List<String> args = new ArrayList<>();
    for (String jar : jars) {
      args.add("--jar=" + jar);
    }
    return Jars.loader(args.toArray(String[]::new));
  }

  Bytes bytes(String text) {
    if (!isHex) {
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

  /** As it is, for a pipe. */
  String plain(Bytes bytes) {
    if (isHex) {
      return bytes.toString();
    }
    String text = utf8(bytes);
    if (text == null) {
      throw new IllegalArgumentException("it is no text in UTF-8; --hex shows it");
    }
    return text;
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
    fields.put("key", plain(version.key()));
    fields.put("stamp", HybridText.textOf(version.stamp()));
    fields.put("value", version.isDeleted() ? null : plain(version.value()));
    return Json.of(fields);
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
