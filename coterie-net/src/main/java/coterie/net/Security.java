package coterie.net;

import coterie.net.packet.SealKey;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How packets are protected. docs/security.md says against whom.
 *
 * @param ring the keys of the cluster; null: packets are not sealed
 * @param ssl for TLS on TCP, where both sides show a certificate that it trusts; null: no TLS
 */
public record Security(@Nullable KeyRing ring, @Nullable SSLContext ssl) {
  private static final Security NONE = new Security(null, null);

  /** For a network in which everybody is trusted. */
  public static Security none() {
    return NONE;
  }

  public static Security sealed(KeyRing ring) {
    return new Security(ring, null);
  }

  /** Returns where the present keys are found; null if packets are not sealed. */
  @Nullable Supplier<List<SealKey>> keys() {
    return ring == null ? null : ring::keys;
  }

  /** Whether only what comes over TCP is protected; then nothing else may be heard. */
  boolean isTlsAlone() {
    return ssl != null && ring == null;
  }

  public Security withSsl(@Nullable SSLContext newSsl) {
    return new Security(ring, newSsl);
  }
}
