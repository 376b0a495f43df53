package coterie.sim.manual;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.sim.trace.Lines;
import org.jspecify.annotations.Nullable;

/**
 * Names one message among all: its link, its type, its fields as a trace prints them, and which one
 * it is where several are alike. Its text is {@code Vote[term=2] P0 -> P1 #2}.
 *
 * <p>In a schedule the number counts those in flight, the oldest first. A name with fields still
 * means the same message after other events were removed from the schedule; a name without them is
 * easier to read. In a timed run the number counts all that the sender has sent since the start.
 *
 * @param kind the simple name of the type; {@code channel:Type} where two protocols of a node have
 *     types of the same name
 * @param fields null if they do not matter
 * @param number from 1
 */
public record MessageName(
    NodeId from, NodeId to, String kind, @Nullable String fields, int number) {
  public MessageName {
    fields = fields == null || fields.isEmpty() ? null : fields;
    if (number < 1) {
      throw new IllegalArgumentException("messages are counted from #1, not #" + number);
    }
  }

  /** Names the oldest message that looks like this one. */
  public static MessageName of(NodeId from, NodeId to, Message message) {
    return new MessageName(from, to, kind(message), fields(message), 1);
  }

  /** Returns the type of a message, in one word. */
  public static String kind(Message message) {
    return message.getClass().getSimpleName();
  }

  /** Returns the fields of a message as a trace prints them, in one line without a comment sign. */
  public static String fields(Message message) {
    String text = Lines.text(message).substring(kind(message).length());
    return text.strip().replaceAll("\\s+", " ").replace("#", "%23");
  }

  /** Returns the same name for the message of that number. */
  public MessageName numbered(int newNumber) {
    return new MessageName(from, to, kind, fields, newNumber);
  }

  /** Returns the same name without the fields. */
  public MessageName brief() {
    return new MessageName(from, to, kind, null, number);
  }

  /**
   * Returns whether it names such a message, whatever its number.
   *
   * @param channel the name of the channel that it is sent on
   */
  public boolean fits(NodeId sender, NodeId receiver, String channel, Message message) {
    return from.equals(sender)
        && to.equals(receiver)
        && fitsKind(channel, kind(message))
        && (fields == null || fields.equals(fields(message)));
  }

  private boolean fitsKind(String channel, String other) {
    return kind.equals(other)
        || (kind.length() == channel.length() + 1 + other.length()
            && kind.equals(channel + ":" + other));
  }

  public String text() {
    return "%s%s %s -> %s%s"
        .formatted(
            kind,
            fields == null ? "" : "[" + fields + "]",
            from,
            to,
            number == 1 ? "" : " #" + number);
  }

  @Override
  public String toString() {
    return text();
  }
}
