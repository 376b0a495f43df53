package coterie.net;

import coterie.core.Call;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Storage;
import coterie.recording.Scribe;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who hears of all that goes into a node and comes out of it: its taps, and the scribe if this life
 * is recorded. The scribe hears of a message or a note when a protocol asks for it, the taps when
 * it happens, which may be later, behind a save.
 */
final class Onlookers {
  private final Host host;
  private final List<Tap> taps = new ArrayList<>();
  private @Nullable Scribe scribe;
  private boolean isAccepted;

  Onlookers(Host host) {
    this.host = host;
  }

  void add(Tap tap) {
    taps.add(tap);
  }

  void add(Scribe newScribe) {
    scribe = newScribe;
  }

  /** Null unless this life is recorded. */
  @Nullable Scribe scribe() {
    return scribe;
  }

  private long now() {
    return host.loop().nowNanos();
  }

  private NodeId self() {
    return host.self();
  }

  // ---- the beginning and the end

  void building() {
    if (scribe != null) {
      scribe.started(host.clockNanos(), host.life());
    }
  }

  void starting() {
    for (Tap tap : taps) {
      tap.starting(now(), host);
    }
  }

  /** One protocol of several that start in one event. */
  void started(Protocol<?> protocol) {
    for (Tap tap : taps) {
      tap.handled(now(), self(), protocol);
    }
  }

  void shut() {
    for (Tap tap : taps) {
      tap.shut(now(), self());
    }
    if (scribe != null) {
      scribe.ended(host.clockNanos());
    }
  }

  /** Another node knows this life, and speaks to it. */
  void accepted() {
    if (!isAccepted) {
      isAccepted = true;
      for (Tap tap : taps) {
        tap.accepted(now(), self());
      }
    }
  }

  /** This name has a life of that number, which has answered. */
  void superseded(long incarnation) {
    if (incarnation > host.incarnation()) {
      for (Tap tap : taps) {
        tap.superseded(now(), self(), incarnation);
      }
    }
  }

  // ---- what goes in

  void received(HostContext<?> context, NodeId from, Message message) {
    for (Tap tap : taps) {
      tap.received(now(), self(), from, context.channel(), message);
    }
    if (scribe != null) {
      scribe.received(host.clockNanos(), context.channel(), from, message);
    }
  }

  void unreachable(HostContext<?> context, NodeId to) {
    for (Tap tap : taps) {
      tap.unreachable(now(), self(), to, context.channel());
    }
    if (scribe != null) {
      scribe.unreachable(host.clockNanos(), context.channel(), to);
    }
  }

  void expired(HostContext<?> context, String alarm) {
    for (Tap tap : taps) {
      tap.expired(now(), self(), context.channel(), alarm);
    }
    if (scribe != null) {
      scribe.expired(host.clockNanos(), context.channel(), alarm);
    }
  }

  void saved(HostContext<?> owner, String name, Record value) {
    for (Tap tap : taps) {
      tap.saved(now(), self(), owner.channel(), name, value);
    }
    if (scribe != null) {
      scribe.saved(host.clockNanos(), owner.channel(), name);
    }
  }

  void stored(HostContext<?> owner, String name, Storage.Batch batch) {
    for (Tap tap : taps) {
      tap.saved(now(), self(), owner.channel(), name, batch);
    }
    if (scribe != null) {
      scribe.stored(host.clockNanos(), owner.channel(), name);
    }
  }

  void called(Call<?, ?> call) {
    if (scribe != null) {
      scribe.called(host.clockNanos(), call);
    }
    tellCalled(call.toString());
  }

  void called(String what) {
    if (scribe != null) {
      scribe.called(host.clockNanos(), what);
    }
    tellCalled(what);
  }

  private void tellCalled(String what) {
    for (Tap tap : taps) {
      tap.called(now(), self(), what);
    }
  }

  void dropped(Drop why) {
    for (Tap tap : taps) {
      tap.dropped(now(), self(), why);
    }
  }

  // ---- what comes out

  void readWall(long millis) {
    for (Tap tap : taps) {
      tap.readWall(self(), millis);
    }
    if (scribe != null) {
      scribe.readWall(millis);
    }
  }

  void drew(long bound, long value) {
    for (Tap tap : taps) {
      tap.drew(self(), bound, value);
    }
    if (scribe != null) {
      scribe.drew(bound, value);
    }
  }

  void noting(HostContext<?> from, Note note) {
    if (scribe != null) {
      scribe.noted(from.channel(), note);
    }
  }

  void noted(HostContext<?> from, Note note) {
    for (Tap tap : taps) {
      tap.noted(now(), self(), from.channel(), note);
    }
  }

  void sending(HostContext<?> from, NodeId to, Message message) {
    if (scribe != null) {
      scribe.sent(from.channel(), to, message);
    }
  }

  void sent(HostContext<?> from, NodeId to, Message message) {
    for (Tap tap : taps) {
      tap.sent(now(), self(), to, from.channel(), message);
    }
  }

  void held(Object what) {
    for (Tap tap : taps) {
      tap.held(now(), self(), what);
    }
  }

  void answered(Object answer) {
    for (Tap tap : taps) {
      tap.answered(now(), self(), answer);
    }
  }

  /** A handler has returned, and with it the event ends. */
  void handled(Protocol<?> protocol) {
    started(protocol);
    eventEnded();
  }

  void eventEnded() {
    if (scribe != null) {
      scribe.handled();
    }
  }
}
