package coterie.lab.session;

import coterie.sim.trace.TraceEvent;

/** The kinds of events by number, in the order of the columns' codes. */
enum EventKind {
  SENT,
  RECEIVED,
  DROPPED,
  UNREACHABLE,
  EXPIRED,
  SAVED,
  CALLED,
  ANSWERED,
  NOTED,
  FAULTED,
  SAID,
  KNOWS,
  JUDGED;

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
