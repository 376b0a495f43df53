package coterie.sim.replay;

import coterie.core.Bytes;
import coterie.core.Call;
import coterie.recording.Entry;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import org.jspecify.annotations.Nullable;

/** Reads recorded calls. Nothing but public records that are calls is ever made from a file. */
final class Calls {
  private Calls() {}

  /** Null if there is no such call in this version. */
  static @Nullable Call<?, ?> read(ClassLoader loader, Entry.CalledWith with) {
    try {
      Class<?> type = Class.forName(with.type(), false, loader);
      return type.isRecord() && Call.class.isAssignableFrom(type)
          ? decode(type.asSubclass(Call.class), with.call())
          : null;
    } catch (ClassNotFoundException | LinkageError | IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable Call<?, ?> decode(
      @SuppressWarnings("rawtypes") Class<? extends Call> type, Bytes call) {
    byte[] bytes = new byte[call.size()];
    call.copyTo(bytes, 0);
    return Codec.of(type).decode(bytes) instanceof Decoded.Value<? extends Call>(Call<?, ?> made)
        ? made
        : null;
  }
}
