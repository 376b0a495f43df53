package coterie.net.greet;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.net.directory.Addresses;
import coterie.net.packet.Packets;

/**
 * What hosts say to each other below all protocols, on a channel of their own. The asker puts
 * nothing into it that it could not say to everybody: with a key ring it is sealed, but for any
 * reader.
 *
 * <p>An answer repeats a hash of the packet that it answers, its echo. It is hard to guess, as the
 * packet has eight random bytes or a seal in it, and even who cannot open the packet can compute
 * it.
 */
public sealed interface Greeting extends Message {
  /** The channel of greetings. */
  int CHANNEL = Packets.CONTROL;

  /** The version of what hosts say to each other. */
  int VERSION = 2;

  /**
   * May I come in?
   *
   * @param address by which the sender is reached, as {@link Addresses} packs it
   * @param question eight random bytes
   * @param settings what the sender was given, as {@link Accord} says it
   */
  record Hello(
      int version, String cluster, String name, Bytes address, Bytes question, String settings)
      implements Greeting {}

  /**
   * Come in; here I am.
   *
   * @param settings what the sender was given
   */
  record Welcome(long echo, String name, Bytes address, String settings) implements Greeting {}

  /**
   * No. In clear, without the sentence, if the sender cannot know whether the other has a key.
   *
   * @param latest the latest life of the name that the sender knows; a later one would be welcome,
   *     unless that one still lives. 0 if the reason is another
   */
  record Refusal(long echo, Reason reason, String sentence, long latest) implements Greeting {}

  /**
   * Is the node of that name at this address? A question for its holder when another one comes with
   * its name; and for every life that is not known yet, which counts when it answers.
   */
  record Probe(long question, NodeId node) implements Greeting {}

  /** Yes, it is. */
  record Present(long question) implements Greeting {}

  /**
   * There is a later life of your name. A node that hears it greets the sender, and believes the
   * answer to that: this message alone may be an old one.
   */
  record Superseded(NodeId node, long incarnation) implements Greeting {}

  /** Why somebody may not come in. New ones are appended. */
  enum Reason {
    /** It belongs to a cluster of another name. */
    OTHER_CLUSTER,
    /** It has no key of the ring, or a key where there is no ring. */
    WRONG_KEY,
    /** It speaks a version that is not understood here. */
    VERSION,
    /** Another node of this name lives. */
    NAME_TAKEN,
    /** Another name has the same id by chance. */
    COLLISION,
    /** It has greeted itself. */
    SELF,
    /** An earlier life of the name had a higher incarnation. */
    INCARNATION,
    /** It gives no address by which it can be reached. */
    ADDRESS,
    /** It was given other voters, another lease or another election than the group. */
    SETTINGS
  }
}
