package coterie.store.registers;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Action;
import coterie.core.RegisterNote.Outcome;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.store.registers.RegisterAccess.Ask;
import coterie.store.registers.RegisterAccess.Closed;
import coterie.store.registers.RegisterAccess.Kind;
import coterie.store.registers.RegisterAccess.Msg;
import coterie.store.registers.RegisterAccess.Open;
import coterie.store.registers.RegisterAccess.Opened;
import coterie.store.registers.RegisterAccess.Told;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that others make for this process. All new ones go to one voter, until that is silent.
 * A read goes on to the next one then; a write stays where it was sent, since it may be made there.
 */
final class AccessCalls {
  /** A voter that has not answered this number of sendings is silent. */
  private static final int SILENCE = 5;

  /** A voter and the number under which it makes calls. */
  private record Place(NodeId voter, long session) {}

  private static final class Call {
    final String name;
    final Action action;
    final long timeoutNanos;
    final long deadlineNanos;
    final Consumer<Outcome> then;

    /** Where it was sent; null before. */
    @Nullable Place place;

    Call(
        String name, Action action, long timeoutNanos, long deadlineNanos, Consumer<Outcome> then) {
      this.name = name;
      this.action = action;
      this.timeoutNanos = timeoutNanos;
      this.deadlineNanos = deadlineNanos;
      this.then = then;
    }
  }

  private final Context<Msg> context;
  private final View voters;
  private final long group;
  private final long resendNanos;
  private final Alarm tick;
  private final TreeMap<Long, Call> calls = new TreeMap<>();
  private @Nullable Place place;
  private int voter;
  private long opening;
  private long heardNanos;
  private long requests;
  private boolean isTicking;
  private String lastRefusal = "";

  AccessCalls(Context<Msg> context, View voters, long resendNanos) {
    this.context = context;
    this.voters = voters;
    this.group = voters.fingerprint();
    this.resendNanos = resendNanos;
    this.tick = context.alarm("tick", this::tick);
    this.voter = -1;
  }

  int waiting() {
    return calls.size();
  }

  String lastRefusal() {
    return lastRefusal;
  }

  void add(String name, Action action, long timeoutNanos, Consumer<Outcome> then) {
    if (calls.size() >= Registers.WAITING_MAX) {
      throw new IllegalStateException(
          "%d calls wait for their outcomes already; try again later"
              .formatted(Registers.WAITING_MAX));
    }
    long now = context.nowNanos();
    long request = ++requests;
    boolean wasIdle = calls.isEmpty();
    calls.put(request, new Call(name, action, timeoutNanos, now + timeoutNanos, then));
    if (place != null && wasIdle && now - heardNanos >= SILENCE * resendNanos) {
      open(voter); // It may have begun a new life, and a write sent to it would be unknown.
    } else if (place == null && opening == 0) {
      seek();
    } else {
      heardNanos = wasIdle ? now : heardNanos;
      send(request);
    }
    ticking();
  }

  private void ticking() {
    if (!isTicking && !calls.isEmpty()) {
      isTicking = true;
      tick.start(Math.min(resendNanos, untilDeadlineNanos()));
    }
  }

  private long untilDeadlineNanos() {
    long first = calls.values().stream().mapToLong(call -> call.deadlineNanos).min().orElse(0);
    return Math.max(1, first - context.nowNanos());
  }

  private void tick() {
    isTicking = false;
    long now = context.nowNanos();
    for (long request : List.copyOf(calls.keySet())) {
      Call call = calls.get(request);
      if (call != null && call.deadlineNanos <= now) {
        String seconds = TimeText.format(call.timeoutNanos);
        end(request, unknown(call, request, "no outcome within %s s".formatted(seconds)));
      }
    }
    if (calls.isEmpty()) {
      return;
    }
    if (place == null || now - heardNanos >= SILENCE * resendNanos) {
      seek();
    }
    List.copyOf(calls.keySet()).forEach(this::send);
    ticking();
  }

  /** Asks the next voter. */
  private void seek() {
    int next = voter < 0 ? (int) context.random(voters.size()) : voters.after(voter);
    open(voters.at(next).equals(context.self()) ? voters.after(next) : next);
  }

  private void open(int newVoter) {
    leave();
    voter = newVoter;
    opening = 1 + context.random(Long.MAX_VALUE - 1);
    heardNanos = context.nowNanos();
    if (!voters.at(voter).equals(context.self())) {
      context.send(voters.at(voter), new Open(group, opening));
    }
  }

  /** What only reads may be made anywhere. */
  private void leave() {
    place = null;
    for (Call call : calls.values()) {
      if (call.action instanceof RegisterNote.Get) {
        call.place = null;
      }
    }
  }

  private void send(long request) {
    Call call = calls.get(request);
    if (call == null) {
      return;
    }
    if (call.place == null) {
      call.place = place;
    }
    Place where = call.place;
    if (where != null) {
      context.send(where.voter, ask(call, request, where.session));
    }
  }

  private Ask ask(Call call, long request, long session) {
    long left = Math.max(1, call.deadlineNanos - context.nowNanos());
    long lowest = calls.firstKey();
    return switch (call.action) {
      case RegisterNote.Get get ->
          new Ask(group, session, request, lowest, left, call.name, Kind.GET, 0, "");
      case RegisterNote.Set(String value) ->
          new Ask(group, session, request, lowest, left, call.name, Kind.SET, 0, value);
      case RegisterNote.Cas(long expected, String value) ->
          new Ask(group, session, request, lowest, left, call.name, Kind.CAS, expected, value);
    };
  }

  void opened(NodeId from, Opened opened) {
    boolean isAsked = opening != 0 && from.equals(voters.at(voter));
    if (!isAsked || opened.number() != opening) {
      return;
    }
    opening = 0;
    lastRefusal = "";
    place = new Place(from, opened.session());
    heardNanos = context.nowNanos();
    List.copyOf(calls.keySet()).forEach(this::send);
  }

  void closed(NodeId from, Closed closed) {
    if (closed.session() == 0) {
      if (opening != 0 && from.equals(voters.at(voter))) {
        lastRefusal = closed.why();
        opening = 0; // The next one is asked with the next tick: all may have to begin yet.
      }
      return;
    }
    Place gone = new Place(from, closed.session());
    if (gone.equals(place)) {
      place = null;
    }
    for (long request : List.copyOf(calls.keySet())) {
      Call call = calls.get(request);
      if (call != null && gone.equals(call.place)) {
        lost(call, request, closed.why());
      }
    }
  }

  private void lost(Call call, long request, String why) {
    if (call.action instanceof RegisterNote.Get) {
      call.place = null;
    } else {
      end(request, unknown(call, request, "the voter that was asked has gone: " + why));
    }
  }

  void told(NodeId from, Told told) {
    Call call = calls.get(told.request());
    if (call == null || !new Place(from, told.session()).equals(call.place)) {
      return;
    }
    heardNanos = context.nowNanos();
    long request = told.request();
    end(
        request,
        switch (told.end()) {
          case SUCCEEDED ->
              new RegisterNote.Succeeded(call.name, request, told.version(), told.value());
          case REFUSED ->
              new RegisterNote.Refused(call.name, request, told.version(), told.value());
          case UNKNOWN -> unknown(call, request, told.value());
        });
  }

  void unreachable(NodeId to) {
    boolean isAsked = voter >= 0 && to.equals(voters.at(voter));
    if (isAsked && !calls.isEmpty() && (opening != 0 || place != null)) {
      leave();
      opening = 0;
    }
  }

  private static Outcome unknown(Call call, long request, String why) {
    return new RegisterNote.Unknown(call.name, request, why);
  }

  private void end(long request, Outcome outcome) {
    Call call = calls.remove(request);
    if (call != null) {
      call.then.accept(outcome);
    }
  }
}
