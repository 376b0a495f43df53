package coterie.store.registers;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Action;
import coterie.core.RegisterNote.Outcome;
import coterie.core.TimeText;
import coterie.store.registers.RegisterAccess.Ask;
import coterie.store.registers.RegisterAccess.Closed;
import coterie.store.registers.RegisterAccess.End;
import coterie.store.registers.RegisterAccess.Msg;
import coterie.store.registers.RegisterAccess.Open;
import coterie.store.registers.RegisterAccess.Opened;
import coterie.store.registers.RegisterAccess.Told;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a voter makes for others. A session lasts no longer than a life of the voter, and
 * remembers the calls that its client has not heard the end of: each is made once.
 */
final class AccessSessions {
  /** The session that was used least recently makes room for a new one. */
  static final int SESSIONS_MAX = 10_000;

  private static final long TIMEOUT_MAX_NANOS = 3_600 * TimeText.SECOND;

  private static final class Session {
    final NodeId client;

    /** Empty while a call has not ended. */
    final TreeMap<Long, Optional<Told>> calls = new TreeMap<>();

    long lowest;

    Session(NodeId client) {
      this.client = client;
    }
  }

  private final Context<Msg> context;
  private final long group;
  private final @Nullable Registers registers;
  private final Map<Long, Session> sessions = new LinkedHashMap<>(16, 0.75f, true);

  AccessSessions(Context<Msg> context, long group, @Nullable Registers registers) {
    this.context = context;
    this.group = group;
    this.registers = registers;
  }

  void open(NodeId client, Open open) {
    if (sessions.size() >= SESSIONS_MAX) {
      Iterator<Long> oldest = sessions.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    long number = 1 + context.random(Long.MAX_VALUE - 1);
    sessions.put(number, new Session(client));
    context.send(client, new Opened(group, open.number(), number));
  }

  void asked(NodeId from, Ask ask) {
    Session session = sessions.get(ask.session());
    if (session == null || registers == null || !session.client.equals(from)) {
      context.send(from, new Closed(group, ask.session(), "it does not know the call any more"));
      return;
    }
    session.lowest = Math.max(session.lowest, ask.lowest());
    session.calls.headMap(session.lowest).clear();
    if (ask.request() < session.lowest) {
      return;
    }
    Optional<Told> known = session.calls.get(ask.request());
    if (known == null) {
      make(registers, session, ask);
    } else if (known.isPresent()) {
      context.send(from, known.get());
    }
  }

  /** What cannot be made, since too much waits already, is not remembered: it will come again. */
  private void make(Registers own, Session session, Ask ask) {
    if (session.calls.size() >= Registers.WAITING_MAX) {
      return;
    }
    try {
      session.calls.put(ask.request(), Optional.empty());
      own.request(
          ask.name(), action(ask), timeoutNanos(ask), outcome -> ended(session, ask, outcome));
    } catch (IllegalArgumentException | IllegalStateException e) {
      session.calls.remove(ask.request());
    }
  }

  private static long timeoutNanos(Ask ask) {
    return Math.clamp(ask.timeoutNanos(), 1, TIMEOUT_MAX_NANOS);
  }

  private static Action action(Ask ask) {
    return switch (ask.kind()) {
      case GET -> new RegisterNote.Get();
      case SET -> new RegisterNote.Set(ask.value());
      case CAS -> new RegisterNote.Cas(ask.expected(), ask.value());
    };
  }

  private void ended(Session session, Ask ask, Outcome outcome) {
    Told told = told(ask, outcome);
    if (session.calls.containsKey(ask.request())) {
      session.calls.put(ask.request(), Optional.of(told));
      context.send(session.client, told);
    }
  }

  private Told told(Ask ask, Outcome outcome) {
    long session = ask.session();
    long request = ask.request();
    return switch (outcome) {
      case RegisterNote.Succeeded(String name, long number, long version, String value) ->
          new Told(group, session, request, End.SUCCEEDED, version, value);
      case RegisterNote.Refused(String name, long number, long version, String value) ->
          new Told(group, session, request, End.REFUSED, version, value);
      case RegisterNote.Unknown(String name, long number, String why) ->
          new Told(group, session, request, End.UNKNOWN, 0, why);
    };
  }
}
