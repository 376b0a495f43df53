package coterie.net;

import coterie.net.directory.Names;
import coterie.net.packet.SealKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a cluster: all of them open packets, the first one seals them. To exchange a key, add
 * the new one on all nodes, then use it on all, then remove the old one on all: at every moment
 * every node can open what any other seals. Any number of hosts may share a ring, and any thread
 * may change it.
 *
 * <p>A key is 32 bytes, written in Base64. Its id, 8 hexadecimal digits of a hash, says nothing
 * about it and may be shown.
 */
public final class KeyRing {
  private static final int KEY_BYTES = 32;
  private static final int KEYS_MAX = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private volatile List<SealKey> keys;

  private KeyRing(List<SealKey> keys) {
    this.keys = keys;
  }

  /** A ring of these keys, of which the first is used. */
  public static KeyRing of(String key, String... more) {
    KeyRing ring = new KeyRing(List.of(parse(key)));
    for (String other : more) {
      ring.add(other);
    }
    return ring;
  }

  /** A new key. */
  public static String generate() {
    byte[] secret = new byte[KEY_BYTES];
    RANDOM.nextBytes(secret);
    return Base64.getEncoder().encodeToString(secret);
  }

  /** The id of a key. */
  public static String id(String key) {
    return parse(key).name();
  }

  /**
   * Reads a file with one key a line, of which the first is used. Empty lines and lines that begin
   * with # do not count.
   */
  public static KeyRing read(Path file) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String line : TextFile.lines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        texts.add(line.strip());
      }
    }
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("%s holds no key: give one a line".formatted(file));
    }
    return of(texts.get(0), texts.subList(1, texts.size()).toArray(String[]::new));
  }

  /** Writes the file anew, readable for its owner alone: after a crash it is the old or the new. */
  public void write(Path file) throws IOException {
    Path target = file.toAbsolutePath();
    Path fresh = target.resolveSibling(target.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    createPrivate(fresh);
    StringBuilder text = new StringBuilder();
    for (SealKey key : keys) {
      text.append(Base64.getEncoder().encodeToString(key.secret())).append('\n');
    }
    try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(Names.utf8(text.toString()));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void createPrivate(Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } else {
      Files.createFile(file);
    }
  }

  /** From now on this key opens packets as well. Nothing happens if it is there. */
  public void add(String key) {
    SealKey added = parse(key);
    change(
        old -> {
          SealKey same = find(old, added.id());
          if (same != null && MessageDigest.isEqual(same.secret(), added.secret())) {
            return old;
          }
          if (same != null) {
            throw new IllegalArgumentException(
                "another key of the ring has the id %s: generate a new one"
                    .formatted(added.name()));
          }
          if (old.size() == KEYS_MAX) {
            throw new IllegalArgumentException(
                "a ring holds at most %d keys: remove one first".formatted(KEYS_MAX));
          }
          List<SealKey> longer = new ArrayList<>(old);
          longer.add(added);
          return longer;
        });
  }

  /** From now on the key with that id seals packets. */
  public void use(String id) {
    change(
        old -> {
          SealKey used = require(old, id);
          List<SealKey> sorted = new ArrayList<>(old);
          sorted.remove(used);
          sorted.add(0, used);
          return sorted;
        });
  }

  /** From now on the key with that id opens nothing. The one in use cannot be removed. */
  public void remove(String id) {
    change(
        old -> {
          SealKey removed = require(old, id);
          if (removed == old.get(0)) {
            throw new IllegalArgumentException(
                "the key %s is in use: use another one first".formatted(id));
          }
          return old.stream().filter(key -> key != removed).toList();
        });
  }

  /** The ids of all keys; the first one's is in use. */
  public List<String> ids() {
    return keys.stream().map(SealKey::name).toList();
  }

  /** Returns all keys; the first one is in use. */
  List<SealKey> keys() {
    return keys;
  }

  private static @Nullable SealKey find(List<SealKey> keys, int id) {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).id() == id) {
        return keys.get(i);
      }
    }
    return null;
  }

  private static SealKey require(List<SealKey> keys, String id) {
    for (SealKey key : keys) {
      if (key.name().equals(id)) {
        return key;
      }
    }
    throw new IllegalArgumentException(
        "no key of the ring has the id %s: there are %s"
            .formatted(id, keys.stream().map(SealKey::name).toList()));
  }

  private synchronized void change(UnaryOperator<List<SealKey>> step) {
    keys = List.copyOf(step.apply(keys));
  }

  /** The text is a secret, so a message that complains about it does not repeat it. */
  private static SealKey parse(String text) {
    byte[] secret;
    try {
      secret = Base64.getDecoder().decode(text.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a key is 32 bytes in Base64, and this is not Base64");
    }
    if (secret.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "a key is %d bytes in Base64, not %d bytes".formatted(KEY_BYTES, secret.length));
    }
    return new SealKey(secret);
  }
}
