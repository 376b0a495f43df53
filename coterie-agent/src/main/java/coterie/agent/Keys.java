package coterie.agent;

import coterie.agent.http.AgentRequest;
import coterie.net.KeyRing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a node. A change holds from now on; it is written to the key file, too, so that the
 * next start knows it. A secret goes in and never comes out.
 */
final class Keys {
  private final @Nullable KeyRing ring;
  private final @Nullable Path file;

  Keys(@Nullable KeyRing ring, @Nullable Path file) {
    this.ring = ring;
    this.file = file;
  }

  /** What is wrong with the file, if others than its owner may read it: a sentence; else null. */
  @Nullable String warning() {
    if (file == null) {
      return null;
    }
    try {
      Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
      boolean isOpen =
          allowed.contains(PosixFilePermission.GROUP_READ)
              || allowed.contains(PosixFilePermission.OTHERS_READ);
      return isOpen
          ? "others than its owner can read the key file %s; chmod 600 ends that".formatted(file)
          : null;
    } catch (IOException | UnsupportedOperationException e) {
      return null; // Where files have no such permissions nothing can be said of them.
    }
  }

  void list(AgentRequest request) throws IOException {
    request.answer(200, fields(require()));
  }

  void add(AgentRequest request) throws IOException {
    KeyRing keys = require();
    keys.add(AgentRequest.text(request.body(), "key"));
    changed(request, keys);
  }

  void use(AgentRequest request) throws IOException {
    KeyRing keys = require();
    keys.use(request.word(0));
    changed(request, keys);
  }

  void remove(AgentRequest request) throws IOException {
    KeyRing keys = require();
    keys.remove(request.word(0));
    changed(request, keys);
  }

  private synchronized void changed(AgentRequest request, KeyRing keys) throws IOException {
    Map<String, @Nullable Object> fields = fields(keys);
    if (file != null) {
      try {
        keys.write(file);
        fields.put("saved", true);
      } catch (IOException e) {
        fields.put("saved", false);
        fields.put("error", "it holds until the agent ends: cannot write " + file);
      }
    }
    request.answer(200, fields);
  }

  private static Map<String, @Nullable Object> fields(KeyRing keys) {
    List<String> ids = keys.ids();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("used", ids.getFirst());
    fields.put("keys", ids);
    return fields;
  }

  private KeyRing require() {
    if (ring == null) {
      throw new IllegalStateException("this agent has no keys; --key-file gives it some");
    }
    return ring;
  }
}
