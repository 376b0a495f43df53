package coterie.calls;

import coterie.core.Bytes;
import coterie.core.Call;
import coterie.core.NodeId;
import coterie.member.cast.Cast;
import coterie.member.swim.Swim;

/** What is asked of SWIM, and of who tells events to all members. The answer is that it was. */
public final class GroupCalls {
  private GroupCalls() {}

  /** Founds a group of one. */
  public record Join() implements Call<Swim, Boolean> {
    @Override
    public Class<Swim> type() {
      return Swim.class;
    }

    @Override
    public Boolean apply(Swim swim) {
      swim.join();
      return true;
    }
  }

  /** Brings two groups together. */
  public record Meet(NodeId contact) implements Call<Swim, Boolean> {
    @Override
    public Class<Swim> type() {
      return Swim.class;
    }

    @Override
    public Boolean apply(Swim swim) {
      swim.meet(contact);
      return true;
    }
  }

  /** Says something of the node. */
  public record Label(String key, String value) implements Call<Swim, Boolean> {
    @Override
    public Class<Swim> type() {
      return Swim.class;
    }

    @Override
    public Boolean apply(Swim swim) {
      swim.tag(key, value);
      return true;
    }
  }

  /** Says that nobody else goes by the node's name. */
  public record Contradict(long incarnation) implements Call<Swim, Boolean> {
    @Override
    public Class<Swim> type() {
      return Swim.class;
    }

    @Override
    public Boolean apply(Swim swim) {
      swim.contradict(incarnation);
      return true;
    }
  }

  /** Leaves in good order. */
  public record Leave() implements Call<Swim, Boolean> {
    @Override
    public Class<Swim> type() {
      return Swim.class;
    }

    @Override
    public Boolean apply(Swim swim) {
      swim.leave();
      return true;
    }
  }

  /** Tells all members an event. */
  public record Tell(String topic, Bytes payload) implements Call<Cast, Boolean> {
    @Override
    public Class<Cast> type() {
      return Cast.class;
    }

    @Override
    public Boolean apply(Cast cast) {
      cast.cast(topic, payload);
      return true;
    }
  }
}
