package coterie.sim.replay;

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
      byte[] bytes = new byte[with.call().size()];
      with.call().copyTo(bytes, 0);
      return type.isRecord() && Call.class.isAssignableFrom(type)
          ? decode(Codec.of(type), bytes)
          : null;
    } catch (ClassNotFoundException | LinkageError | IllegalArgumentException e) {
      return null;
    }
  }

  private static <T> @Nullable Call<?, ?> decode(Codec<T> codec, byte[] bytes) {
    return codec.decode(bytes) instanceof Decoded.Value<T>(T made)
            && made instanceof Call<?, ?> call
        ? call
        : null;
  }
}
