package coterie.lab.session;

import coterie.sim.trace.TraceEvent;

/** The kinds of events by number, in the order of the columns' codes. */
enum EventKind {
  SENT(0),
  RECEIVED(1),
  DROPPED(2),
  UNREACHABLE(3),
  EXPIRED(4),
  SAVED(5),
  CALLED(6),
  ANSWERED(7),
  NOTED(8),
  FAULTED(9),
  SAID(10),
  KNOWS(11),
  JUDGED(12);

  private final int code;

  EventKind(int code) {
    this.code = code;
  }

  /** Returns the number by which the page knows it. */
  int code() {
    return code;
  }

  static EventKind of(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Sent sent -> SENT;
      case TraceEvent.Received received -> RECEIVED;
      case TraceEvent.Dropped dropped -> DROPPED;
      case TraceEvent.Unreachable unreachable -> UNREACHABLE;
      case TraceEvent.Expired expired -> EXPIRED;
      case TraceEvent.Saved saved -> SAVED;
      case TraceEvent.Called called -> CALLED;
      case TraceEvent.Answered answered -> ANSWERED;
      case TraceEvent.Noted noted -> NOTED;
      case TraceEvent.Faulted faulted -> FAULTED;
      case TraceEvent.Said said -> SAID;
      case TraceEvent.Knows knows -> KNOWS;
      case TraceEvent.Judged judged -> JUDGED;
    };
  }
}
