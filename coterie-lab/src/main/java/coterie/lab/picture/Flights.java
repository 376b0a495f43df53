package coterie.lab.picture;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.lab.picture.instants.Lanes;
import coterie.sim.StageWitness.Drop;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings together where messages were sent and where they ended. Equal messages of a link are taken
 * to arrive in the order of sending. A test whose request and reply fall into one row becomes one
 * arrow, from the tester to the tested.
 */
final class Flights {
  private record Link(NodeId from, NodeId to) {}

  private record Key(NodeId from, NodeId to, Message message) {}

  private final Lanes lanes;
  private final List<Flight> all = new ArrayList<>();
  private final Map<Key, Deque<Flight>> open = new HashMap<>();
  private final Map<Key, Flight> arrived = new HashMap<>();
  private final Map<Link, Flight> last = new HashMap<>();

  Flights(Lanes lanes) {
    this.lanes = lanes;
  }

  /** In the order of sending. */
  List<Flight> all() {
    return all;
  }

  Flight sent(int row, TraceEvent.Sent sent) {
    String name = sent.message().getClass().getSimpleName();
    String hint = Lines.of(sent).strip();
    Flight flight = start(row, sent.from(), sent.to(), name, hint);
    Key key = new Key(sent.from(), sent.to(), sent.message());
    open.computeIfAbsent(key, unused -> new ArrayDeque<>()).addLast(flight);
    return flight;
  }

  /** The flight that has ended: a new one for a second copy, null if nobody sent it. */
  @Nullable Flight received(int row, TraceEvent.Received received) {
    Key key = new Key(received.from(), received.to(), received.message());
    Flight flight = take(key, false);
    Flight first = arrived.get(key);
    if (flight == null && first != null) {
      flight = new Flight(first.first);
      all.add(flight);
    }
    if (flight != null) {
      flight.end(row, Flight.Fate.ARRIVED);
      arrived.put(key, flight);
    }
    return flight;
  }

  /** The flight that has ended, or null if nobody sent it. */
  @Nullable Flight dropped(int row, TraceEvent.Dropped dropped) {
    boolean atOnce =
        switch (dropped.why()) {
          case LOST, CUT, MUTE -> true;
          case DOWN, DEAF, STALE -> false;
        };
    Key key = new Key(dropped.from(), dropped.to(), dropped.message());
    Flight flight = take(key, atOnce);
    if (flight != null) {
      boolean half = atOnce || dropped.why() == Drop.STALE;
      flight.end(row, half ? Flight.Fate.LOST : Flight.Fate.REFUSED);
    }
    return flight;
  }

  /** A test has ended; returned is an arrow that was not there yet, or null. */
  @Nullable Flight tested(int row, NodeId tester, NodeId who, boolean isFaulty, String hint) {
    Flight request = last.get(new Link(tester, who));
    boolean isSameRow = request != null && request.fromRow == row && request.toRow == row;
    Flight.Fate fate = isFaulty ? Flight.Fate.FOUND_FAULTY : Flight.Fate.FOUND_CORRECT;
    if (request != null && isSameRow && !request.isTest()) {
      request.end(row, fate);
      fold(row, last.get(new Link(who, tester)));
      return null;
    }
    if (!isFaulty || lanes.lane(who) < 0) {
      return null; // The reply is an arrow of its own, or there is no lane to point to.
    }
    Flight missed = start(row, tester, who, "", hint);
    missed.end(row, fate);
    return missed;
  }

  private static void fold(int row, @Nullable Flight reply) {
    if (reply != null && reply.fate == Flight.Fate.ARRIVED && reply.fromRow == row) {
      reply.end(row, Flight.Fate.HIDDEN);
    }
  }

  private Flight start(int row, NodeId from, NodeId to, String name, String hint) {
    Flight flight = new Flight(lanes.lane(from), lanes.lane(to), row, name, hint);
    all.add(flight);
    last.put(new Link(from, to), flight);
    return flight;
  }

  private @Nullable Flight take(Key key, boolean youngest) {
    Deque<Flight> flights = open.get(key);
    if (flights == null) {
      return null;
    }
    return youngest ? flights.pollLast() : flights.pollFirst();
  }
}
