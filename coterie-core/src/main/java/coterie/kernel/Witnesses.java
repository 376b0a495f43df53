package coterie.kernel;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All who look at the nodes of a kernel, by what they want, and what they are told. Arrays, because
 * the iterators of a list are garbage. An event without a witness reads the length of an array:
 * what a witness is told is looked up within the loop only.
 */
final class Witnesses {
  private final Driver driver;
  private final List<Witness> all = new ArrayList<>();
  Witness[] ofNotes = {};
  Witness[] ofSends = {};
  Witness[] ofEvents = {};
  Witness[] ofAsks = {};

  Witnesses(Driver driver) {
    this.driver = driver;
  }

  void add(Witness witness) {
    all.add(witness);
  }

  void refresh() {
    ofNotes = wanting(Witness.NOTES);
    ofSends = wanting(Witness.SENDS);
    ofEvents = wanting(Witness.EVENTS);
    ofAsks = wanting(Witness.ASKS);
  }

  private Witness[] wanting(int what) {
    List<Witness> wanting = new ArrayList<>();
    for (Witness witness : all) {
      if ((witness.wants() & what) != 0) {
        wanting.add(witness);
      }
    }
    return wanting.toArray(new Witness[0]);
  }

  // ---- what comes out

  void noted(Owner from, Note note) {
    for (Witness witness : ofNotes) {
      witness.noted(driver.timeNanos(), from.self(), from.channel(), note);
    }
  }

  void sent(Owner from, NodeId to, Message message) {
    for (Witness witness : ofSends) {
      witness.sent(driver.timeNanos(), from.self(), from.channel(), to, message);
    }
  }

  // ---- lives

  void building(NodeId self, int node) {
    for (Witness witness : ofEvents) {
      witness.building(driver.timeNanos(), self, driver.incarnation(node));
    }
  }

  void added(NodeId self, int channel, String name, Class<? extends Message> family) {
    for (Witness witness : ofEvents) {
      witness.added(self, channel, name, family);
    }
  }

  void starting(NodeId self) {
    for (Witness witness : ofEvents) {
      witness.starting(driver.timeNanos(), self);
    }
  }

  void started(NodeId self) {
    for (Witness witness : ofEvents) {
      witness.started(driver.timeNanos(), self);
    }
  }

  void ended(NodeId self) {
    for (Witness witness : ofEvents) {
      witness.ended(driver.timeNanos(), self);
    }
  }

  // ---- what goes in

  void received(NodeId self, int channel, NodeId from, Message message) {
    for (Witness witness : ofEvents) {
      witness.received(driver.timeNanos(), self, channel, from, message);
    }
  }

  void unreachable(NodeId self, int channel, NodeId to) {
    for (Witness witness : ofEvents) {
      witness.unreachable(driver.timeNanos(), self, channel, to);
    }
  }

  void expired(NodeAlarm alarm) {
    for (Witness witness : ofEvents) {
      witness.expired(driver.timeNanos(), alarm.owner.self, alarm.channel(), alarm.name());
    }
  }

  void durable(PendingWrite done) {
    for (Witness witness : ofEvents) {
      witness.durable(
          driver.timeNanos(), done.owner.self(), done.channel(), done.name(), done.value());
    }
  }

  void called(NodeId self, Object call) {
    for (Witness witness : ofEvents) {
      witness.called(driver.timeNanos(), self, call);
    }
  }

  void answered(NodeId self, Object answer) {
    for (Witness witness : ofEvents) {
      witness.answered(driver.timeNanos(), self, answer);
    }
  }

  void held(Owner from, Object what) {
    for (Witness witness : ofEvents) {
      witness.held(driver.timeNanos(), from.self(), from.channel(), what);
    }
  }

  void handled(NodeId self, int channel, Protocol<?> protocol) {
    for (Witness witness : ofEvents) {
      witness.handled(driver.timeNanos(), self, channel, protocol);
    }
  }

  // ---- what protocols ask for

  void sending(Owner from, NodeId to, Message message) {
    for (Witness witness : ofAsks) {
      witness.sending(from.self(), from.channel(), to, message);
    }
  }

  void noting(Owner from, Note note) {
    for (Witness witness : ofAsks) {
      witness.noting(from.self(), from.channel(), note);
    }
  }

  void saving(PendingWrite write) {
    for (Witness witness : ofAsks) {
      witness.saving(write.owner.self(), write.channel(), write.name(), write.value());
    }
  }

  void alarmStarted(NodeAlarm alarm, long delayNanos) {
    for (Witness witness : ofAsks) {
      witness.alarmStarted(alarm.owner.self, alarm.channel(), alarm.name(), delayNanos);
    }
  }

  void alarmStopped(NodeAlarm alarm) {
    for (Witness witness : ofAsks) {
      witness.alarmStopped(alarm.owner.self, alarm.channel(), alarm.name());
    }
  }

  void opened(Owner owner, String name, @Nullable Record content) {
    for (Witness witness : ofAsks) {
      witness.opened(owner.self(), owner.channel(), name, content);
    }
  }

  void opened(Owner owner, String name, MemoryStorage current) {
    for (Witness witness : ofAsks) {
      witness.opened(owner.self(), owner.channel(), name, current.content());
    }
  }

  void drew(Owner context, long bound, long value) {
    for (Witness witness : ofAsks) {
      witness.drew(context.self(), bound, value);
    }
  }

  void readWall(Owner context, long millis) {
    for (Witness witness : ofAsks) {
      witness.readWall(context.self(), millis);
    }
  }
}
