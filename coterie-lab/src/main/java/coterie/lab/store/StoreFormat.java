package coterie.lab.store;

import coterie.clock.HybridText;
import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.sim.trace.Json;
import coterie.store.mvcc.MvccStore;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How keys, values and stamps are read and printed.
 *
 * @param isHex whether keys and values are hexadecimal, going in and out
 * @param isJson whether one object a line is printed
 */
public record StoreFormat(boolean isHex, boolean isJson) {
  /** Reads a key or a value that was given. */
  public Bytes bytes(String text) {
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
  public static void requireWhole(String argument) {
    if (argument.indexOf('\uFFFD') >= 0) {
      throw new IllegalArgumentException(
          "\"%s\" is not text in the encoding of your locale; use a UTF-8 locale, or --hex"
              .formatted(argument));
    }
  }

  private String plain(Version version) {
    String text = text(version.value());
    if (text == null) {
      throw new IllegalArgumentException(
          "the value of %s is not text in UTF-8; --hex shows it".formatted(escaped(version.key())));
    }
    return text;
  }

  private @Nullable String text(Bytes bytes) {
    return isHex ? bytes.toString() : utf8(bytes);
  }

  /** In one line and without tabs: \n, \t, \\ and \x00 stand for what would break it. */
  private String escaped(Bytes bytes) {
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

  private String json(Version version) {
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

  /** What is not text has a name of its own, so that it is never taken for text. */
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

  /** Prints a value and nothing else. */
  public String value(Version version) {
    return isJson ? json(version) : plain(version);
  }

  /** Prints a key with its value, and with its stamp if that is asked for. */
  public String pair(Version version, boolean hasStamp) {
    return isJson
        ? json(version)
        : (hasStamp ? HybridText.textOf(version.stamp()) + "\t" : "")
            + escaped(version.key())
            + "\t"
            + escaped(version.value());
  }

  /** Prints a version of a key: its stamp, and its value or that it was deleted. */
  public String version(Version version) {
    return isJson
        ? json(version)
        : HybridText.textOf(version.stamp())
            + "\t"
            + (version.isDeleted() ? "\t(deleted)" : escaped(version.value()));
  }

  /** Prints the stamp of a write. */
  public String stamp(Stamp stamp) {
    String text = HybridText.textOf(stamp);
    return isJson ? Json.of(Map.of("stamp", text)) : text;
  }

  /**
   * Prints what a collection of old versions did.
   *
   * @param isByCount whether it kept the last versions of each key, which leaves gaps in scans
   */
  public String collected(MvccStore store, long removed, boolean isByCount) {
    Map<String, Object> fields = new LinkedHashMap<>();
    List<String> words = new ArrayList<>(List.of("removed " + removed));
    fields.put("removed", removed);
    if (!isByCount || !store.safePoint().equals(Stamp.FIRST)) {
      String safePoint = HybridText.textOf(store.safePoint());
      fields.put("safePoint", safePoint);
      words.add("reads go back to " + safePoint);
    }
    if (isByCount && !store.completeFrom().equals(Stamp.FIRST)) {
      String completeFrom = HybridText.textOf(store.completeFrom());
      fields.put("completeFrom", completeFrom);
      words.add("scans go back to " + completeFrom);
    }
    return isJson ? Json.of(fields) : String.join("; ", words);
  }

  /** Prints how many lines are durable, and the stamp of the last one. */
  String durable(Stamp last, long lines) {
    String stamp = HybridText.textOf(last);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("stamp", stamp);
    fields.put("lines", lines);
    return isJson ? Json.of(fields) : stamp + "\t" + lines;
  }
}
