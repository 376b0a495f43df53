package coterie.net.packet;

import coterie.net.directory.Names;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/** A key of a ring; compared by identity, so that a key that comes back is derived from again. */
public final class SealKey {
  private final byte[] secret;
  private final int id;

  public SealKey(byte[] secret) {
    this.secret = secret;
    MessageDigest digest = Names.sha256();
    digest.update(Names.utf8("coterie key id"));
    this.id = ByteBuffer.wrap(digest.digest(secret)).getInt();
  }

  public byte[] secret() {
    return secret;
  }

  public int id() {
    return id;
  }

  public String name() {
    return HexFormat.of().toHexDigits(id);
  }
}
