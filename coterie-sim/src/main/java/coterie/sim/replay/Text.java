package coterie.sim.replay;

import coterie.core.Bytes;
import coterie.core.Storage;
import coterie.core.TimeText;
import coterie.recording.Entry;
import coterie.sim.trace.Lines;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Entries in the words of a trace. */
final class Text {
  private final Supplier<List<Class<?>>> families;

  private Text(Supplier<List<Class<?>>> families) {
    this.families = families;
  }

  static Text withoutStack() {
    return new Text(List::of);
  }

  /** Messages are told as what they are on the channels of that stack, which may still grow. */
  static Text with(Supplier<List<Class<?>>> families) {
    return new Text(families);
  }

  String of(@Nullable Entry entry) {
    return switch (entry) {
      case null -> "nothing";
      case Entry.Life life -> "begins life " + life.incarnation();
      case Entry.Missing missing -> "nothing that is known";
      case Entry.Input input -> input(input);
      case Entry.Answer answer -> answer(answer);
      case Entry.Output output -> output(output);
    };
  }

  private String input(Entry.Input entry) {
    return switch (entry) {
      case Entry.Started started -> "starts";
      case Entry.Received received ->
          "receives %s from %s"
              .formatted(message(received.channel(), received.message()), received.from());
      case Entry.Unreachable unreachable -> "cannot reach " + unreachable.to();
      case Entry.Expired expired -> "alarm " + expired.alarm();
      case Entry.Saved saved -> "saved " + saved.name();
      case Entry.Stored stored -> "stored " + stored.name();
      case Entry.Called called -> "call " + called.words();
      case Entry.CalledWith with -> "call " + with.type();
      case Entry.Ended ended -> "ends";
    };
  }

  private static String answer(Entry.Answer entry) {
    return switch (entry) {
      case Entry.Kept kept -> "opens the stable value " + kept.name();
      case Entry.Shelved shelved -> "opens the storage " + shelved.name();
      case Entry.Drew drew -> draws(drew.bound());
      case Entry.ReadWall wall -> READS_WALL;
    };
  }

  static final String READS_WALL = "reads the wall clock";

  static String draws(long bound) {
    return "draws a number below " + bound;
  }

  private String output(Entry.Output entry) {
    return switch (entry) {
      case Entry.Sent sent ->
          "sends %s to %s".formatted(message(sent.channel(), sent.message()), sent.to());
      case Entry.Noted noted -> "notes " + noted.note();
      case Entry.Saving saving -> "saves %s %s".formatted(saving.name(), saving.value());
      case Entry.Storing storing -> "stores %s %s".formatted(storing.name(), sizes(storing));
      case Entry.AlarmStarted alarm ->
          "starts alarm %s for %s".formatted(alarm.alarm(), TimeText.format(alarm.delayNanos()));
      case Entry.AlarmStopped alarm -> "stops alarm " + alarm.alarm();
      case Entry.Threw threw -> "throws something";
    };
  }

  private static String sizes(Entry.Storing storing) {
    Storage.Batch batch = storing.batch();
    return "%d versions, without %d others, and %d marks: %s"
        .formatted(batch.added().size(), batch.removed().size(), batch.marks().size(), batch);
  }

  private String message(int channel, Bytes bytes) {
    List<Class<?>> known = families.get();
    if (channel < 0 || channel >= known.size()) {
      return "a message on channel " + channel;
    }
    return message(Codec.of(known.get(channel)), bytes);
  }

  private static <M> String message(Codec<M> codec, Bytes bytes) {
    byte[] copy = new byte[bytes.size()];
    bytes.copyTo(copy, 0);
    return switch (codec.decode(copy)) {
      case Decoded.Value<M>(M message) -> Lines.text(message);
      case Decoded.Unknown<M>(String what) -> "an unknown message (%s)".formatted(what);
      case Decoded.Malformed<M>(String why) -> "an unreadable message (%s)".formatted(why);
    };
  }
}
