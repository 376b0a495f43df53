package coterie.sim.check.mutex;

import coterie.sim.check.mutex.Entries.Overlaps;
import coterie.sim.statistics.Longs;
import coterie.sim.statistics.Samples;
import java.util.List;

/** Counts what became of all requests of a run. */
final class EntryCount {
  private final int requests;
  private final Longs waits = new Longs();
  private final long[] shares;
  private final boolean[] hasAsked;
  private final long nowNanos;
  private long waitingAtEnd;
  private long waitingLongestNanos;
  private long gaveUp;
  private long lost;
  private long crashedInside;

  EntryCount(List<LockRequest> all, int members, long nowNanos) {
    this.requests = all.size();
    this.shares = new long[members];
    this.hasAsked = new boolean[members];
    this.nowNanos = nowNanos;
    all.forEach(this::add);
  }

  private void add(LockRequest request) {
    hasAsked[request.who] = true;
    if (request.hasEntered()) {
      waits.add(request.waitedNanos());
      shares[request.who]++;
    }
    switch (request.end) {
      case WAITING -> {
        waitingAtEnd++;
        waitingLongestNanos = Math.max(waitingLongestNanos, nowNanos - request.askedAtNanos);
      }
      case GAVE_UP -> gaveUp++;
      case LOST -> lost++;
      case CRASHED -> crashedInside += request.hasEntered() ? 1 : 0;
      case INSIDE, RELEASED -> {}
    }
  }

  /** How often each of those who asked at all has entered. */
  private long[] sharesOfAskers() {
    Longs asked = new Longs();
    for (int i = 0; i < shares.length; i++) {
      if (hasAsked[i]) {
        asked.add(shares[i]);
      }
    }
    return asked.toArray();
  }

  EntryFigures figures(
      long messages,
      Samples syncDelays,
      long lastedNanos,
      Overlaps overlaps,
      long mistakes,
      boolean isExcused) {
    return new EntryFigures(
        requests,
        waits.size(),
        messages,
        Samples.of(waits.toArray()),
        syncDelays,
        EntryFigures.jain(sharesOfAskers()),
        lastedNanos == 0 ? 0 : waits.size() * 1e9 / lastedNanos,
        waitingAtEnd,
        waitingLongestNanos,
        gaveUp,
        lost,
        crashedInside,
        overlaps,
        mistakes,
        isExcused);
  }
}
