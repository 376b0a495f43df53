package coterie.sim.check.mutex;

import coterie.sim.check.mutex.Entries.End;
import coterie.sim.check.mutex.Entries.Overlaps;
import coterie.sim.statistics.Longs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One lock: who is inside, for how long two have been, and how soon after one the next one enters.
 *
 * <p>Whether two were inside at once is decided when the instant is over in which the second one
 * entered: a process that leaves in that instant has made room, in whatever order the two have said
 * so.
 */
final class LockOccupancy {
  /** One enters while another one is inside. */
  record Meeting(LockRequest inside, LockRequest entering) {}

  private static final long NEVER = LockRequest.NEVER;

  private final List<LockRequest> inside = new ArrayList<>();
  private final List<Meeting> meetings = new ArrayList<>();
  private final Longs syncDelays;
  private long waiting;
  private long freedAtNanos = NEVER;
  private long twoSinceNanos = NEVER;
  private long stretches;
  private long twoNanos;
  private long longestNanos;

  /** The entry with the greatest token so far. */
  private @Nullable LockRequest greatest;

  /**
   * @param syncDelays where delays go
   */
  LockOccupancy(Longs syncDelays) {
    this.syncDelays = syncDelays;
  }

  @Nullable LockRequest greatest() {
    return greatest;
  }

  void wanted() {
    waiting++;
  }

  void entered(LockRequest request) {
    for (LockRequest other : inside) {
      meetings.add(new Meeting(other, request));
    }
    if (freedAtNanos != NEVER && inside.isEmpty()) {
      syncDelays.add(request.enteredAtNanos - freedAtNanos);
    }
    freedAtNanos = NEVER;
    waiting--;
    inside.add(request);
    if (greatest == null || request.token > greatest.token) {
      greatest = request;
    }
  }

  /** That request, or that entry, is over. */
  void ended(LockRequest request) {
    if (request.hasEntered()) {
      inside.remove(request);
      boolean isFree = request.end == End.RELEASED && inside.isEmpty();
      freedAtNanos = isFree && waiting > 0 ? request.endedAtNanos : NEVER;
      if (request.end == End.RELEASED && isTaken(request.endedAtNanos)) {
        syncDelays.add(0);
      }
    } else if (--waiting == 0) {
      freedAtNanos = NEVER;
    }
  }

  /** Whether the next one has said that it is inside before the last one said that it left. */
  private boolean isTaken(long atNanos) {
    return inside.size() == 1 && inside.getFirst().enteredAtNanos == atNanos;
  }

  /** The instant is over. Returns who was inside together with one that entered in it. */
  List<Meeting> settle(long atNanos) {
    List<Meeting> overlaps =
        meetings.isEmpty()
            ? List.of()
            : meetings.stream().filter(meeting -> isOverlap(meeting, atNanos)).toList();
    meetings.clear();
    if (inside.size() > 1) {
      twoSinceNanos = twoSinceNanos == NEVER ? atNanos : twoSinceNanos;
    } else if (twoSinceNanos != NEVER) {
      stretch(atNanos - twoSinceNanos);
      twoSinceNanos = NEVER;
    } else if (!overlaps.isEmpty()) {
      stretch(0);
    }
    return overlaps;
  }

  /**
   * A process that enters and leaves within an instant still meets one that was there before and
   * after.
   */
  private static boolean isOverlap(Meeting meeting, long atNanos) {
    return meeting.inside.end == End.INSIDE
        && (meeting.entering.end == End.INSIDE || meeting.inside.enteredAtNanos < atNanos);
  }

  private void stretch(long lastedNanos) {
    stretches++;
    twoNanos += lastedNanos;
    longestNanos = Math.max(longestNanos, lastedNanos);
  }

  Overlaps overlaps(long nowNanos) {
    long running = twoSinceNanos == NEVER ? 0 : nowNanos - twoSinceNanos;
    return new Overlaps(
        stretches + (twoSinceNanos == NEVER ? 0 : 1),
        twoNanos + running,
        Math.max(longestNanos, running));
  }
}
