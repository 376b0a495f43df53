package coterie.calls;

import coterie.core.Bytes;
import coterie.core.Call;
import coterie.core.NodeId;
import coterie.member.Cast;
import coterie.member.Swim;
import org.jspecify.annotations.Nullable;

/** What is asked of SWIM, and of who tells events to all members. */
public final class GroupCalls {
  private GroupCalls() {}

  /** Founds a group of one. */
  public record Join() implements Call<Swim, @Nullable Void> {
    @Override
    public Class<Swim> type() {
      return Swim.class;
    }

    @Override
    public @Nullable Void apply(Swim swim) {
      swim.join();
      return null;
    }
  }

  /** Brings two groups together. */
  public record Meet(NodeId contact) implements Call<Swim, @Nullable Void> {
    @Override
    public Class<Swim> type() {
      return Swim.class;
    }

    @Override
    public @Nullable Void apply(Swim swim) {
      swim.meet(contact);
      return null;
    }
  }

  /** Says something of the node. */
  public record Label(String key, String value) implements Call<Swim, @Nullable Void> {
    @Override
    public Class<Swim> type() {
      return Swim.class;
    }

    @Override
    public @Nullable Void apply(Swim swim) {
      swim.tag(key, value);
      return null;
    }
  }

  /** Leaves in good order. */
  public record Leave() implements Call<Swim, @Nullable Void> {
    @Override
    public Class<Swim> type() {
      return Swim.class;
    }

    @Override
    public @Nullable Void apply(Swim swim) {
      swim.leave();
      return null;
    }
  }

  /** Tells all members an event. */
  public record Tell(String topic, Bytes payload) implements Call<Cast, @Nullable Void> {
    @Override
    public Class<Cast> type() {
      return Cast.class;
    }

    @Override
    public @Nullable Void apply(Cast cast) {
      cast.cast(topic, payload);
      return null;
    }
  }
}
