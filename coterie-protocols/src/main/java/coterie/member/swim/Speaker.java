package coterie.member.swim;

import coterie.core.NodeId;
import java.util.List;

/**
 * What a member can say to another. The parts of SWIM speak through it, so that none of them knows
 * the messages or {@link Swim} itself.
 */
interface Speaker {
  /** Draws the number of a ping, by which its answer is recognized. */
  long nextNumber();

  void ping(NodeId to, long number);

  /** Pings without news: many members that are pinged at once are to answer, not to be told. */
  void look(NodeId at, long number);

  /** Asks another member to ping the target. */
  void ask(NodeId relay, long number, NodeId target);

  void acknowledge(NodeId to, long number);

  /**
   * Tells a member that the target which it asked for has not answered.
   *
   * @param isClosed whether nobody listens at the target's address
   */
  void refuse(NodeId to, long number, boolean isClosed);

  /** Asks a member whether its list is the same. */
  void compare(NodeId with);

  /**
   * Asks the same without news. Where many newcomers ask one member, it answers only those whose
   * lists differ from its own.
   */
  void compareQuietly(NodeId with);

  /** Asks to be let into the group. */
  void join(NodeId contact);

  /** Sends news that cannot wait for the next ping. */
  void tell(NodeId to, List<Update> news);
}
