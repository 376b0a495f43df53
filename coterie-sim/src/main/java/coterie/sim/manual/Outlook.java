package coterie.sim.manual;

import coterie.core.NodeId;
import coterie.kernel.NodeAlarm;
import coterie.sim.fault.Fault;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What can happen next, by its names. */
final class Outlook {
  private static final int NAMED_MAX = 6;

  private final ManualDriver driver;

  Outlook(ManualDriver driver) {
    this.driver = driver;
  }

  List<Choice> events() {
    Set<Choice> all = new LinkedHashSet<>();
    for (InFlight flight : driver.flights) {
      if (!driver.kernel.isPaused(flight.to())) {
        all.add(new Choice.Deliver(name(flight)));
      }
    }
    for (ManualDriver.Hint hint : driver.hints) {
      if (isAwake(hint.node())) {
        all.add(new Choice.Unreachable(id(hint.node()), id(hint.target()), List.of()));
      }
    }
    for (int node = 0; node < driver.hosts.size(); node++) {
      if (isAwake(node)) {
        for (ManualDriver.Deadline deadline : driver.next(node)) {
          all.add(new Choice.Expire(id(node), name(deadline.alarm())));
        }
        if (driver.kernel.pending(node) != null) {
          all.add(new Choice.Durable(id(node)));
        }
      }
    }
    return List.copyOf(all);
  }

  List<Choice> mishaps() {
    Set<Choice> all = new LinkedHashSet<>();
    for (InFlight flight : driver.flights) {
      if (flight.from() != flight.to()) {
        all.add(new Choice.Drop(name(flight)));
        all.add(new Choice.Duplicate(name(flight)));
      }
    }
    for (int node = 0; node < driver.hosts.size(); node++) {
      NodeId id = id(node);
      if (!driver.kernel.isUp(node)) {
        all.add(new Choice.Inject(new Fault.Recover(id)));
        continue;
      }
      all.add(new Choice.Inject(new Fault.Crash(id)));
      if (driver.kernel.pending(node) != null) {
        all.add(new Choice.Inject(new Fault.Crash(id, true)));
      }
      boolean isPaused = driver.kernel.isPaused(node);
      all.add(new Choice.Inject(isPaused ? new Fault.Resume(id) : new Fault.Pause(id)));
    }
    return List.copyOf(all);
  }

  // ---- names

  MessageName name(InFlight flight) {
    MessageName name = MessageName.of(id(flight.from()), id(flight.to()), flight.message());
    return isShared(name.kind())
        ? new MessageName(
            name.from(),
            name.to(),
            channel(flight.channel()) + ":" + name.kind(),
            name.fields(),
            name.number())
        : name;
  }

  /** Whether two protocols of a node have messages of that name. */
  private boolean isShared(String kind) {
    return driver.kernel.families().stream().filter(family -> has(family, kind)).count() > 1;
  }

  private static boolean has(Class<?> family, String kind) {
    Class<?>[] members = family.getPermittedSubclasses();
    return members == null
        ? family.getSimpleName().equals(kind)
        : Stream.of(members).anyMatch(member -> has(member, kind));
  }

  private String name(NodeAlarm alarm) {
    boolean isShared =
        driver.deadlines.values().stream()
            .map(ManualDriver.Deadline::alarm)
            .anyMatch(
                other ->
                    other.node() == alarm.node()
                        && other.channel() != alarm.channel()
                        && other.name().equals(alarm.name()));
    return isShared ? channel(alarm.channel()) + ":" + alarm.name() : alarm.name();
  }

  private String channel(int number) {
    return driver.kernel.channels().get(number);
  }

  private NodeId id(int node) {
    return driver.hosts.id(node);
  }

  // ---- what is meant

  /** Returns the message in flight of that name. */
  InFlight find(MessageName name) {
    int from = driver.hosts.index(name.from());
    int to = driver.hosts.index(name.to());
    int number = name.number();
    for (InFlight flight : driver.flights) {
      boolean fits =
          flight.from() == from
              && flight.to() == to
              && name.fits(name.from(), name.to(), channel(flight.channel()), flight.message());
      if (fits && --number == 0) {
        return flight;
      }
    }
    throw impossible("no %s is in flight".formatted(name.text()));
  }

  /** Returns the name without the fields, if it means the same message. */
  MessageName simplest(MessageName name) {
    InFlight meant = find(name);
    MessageName brief = name.brief().numbered(1);
    return find(brief).equals(meant) ? brief : name;
  }

  /** Returns the alarm of that name, which must be the next of its node. */
  ManualDriver.Deadline find(int node, String name) {
    List<ManualDriver.Deadline> next = driver.next(node);
    for (ManualDriver.Deadline deadline : next) {
      if (fits(deadline.alarm(), name)) {
        return deadline;
      }
    }
    boolean isRunning =
        driver.deadlines.values().stream()
            .anyMatch(one -> one.alarm().node() == node && fits(one.alarm(), name));
    throw impossible(
        isRunning
            ? "alarm %s of %s is not the next one by its clock".formatted(name, id(node))
            : "no alarm %s of %s is running".formatted(name, id(node)));
  }

  private boolean fits(NodeAlarm alarm, String name) {
    return name.equals(alarm.name()) || name.equals(channel(alarm.channel()) + ":" + alarm.name());
  }

  ManualDriver.Hint find(int node, int target) {
    for (ManualDriver.Hint hint : driver.hints) {
      if (hint.node() == node && hint.target() == target) {
        return hint;
      }
    }
    throw impossible("%s has sent nothing to %s that came back".formatted(id(node), id(target)));
  }

  private boolean isAwake(int node) {
    return driver.kernel.isUp(node) && !driver.kernel.isPaused(node);
  }

  void requireAwake(int node, String what) {
    if (!isAwake(node)) {
      throw impossible(
          "%s is %s; %s takes a node that is running"
              .formatted(id(node), driver.kernel.isUp(node) ? "paused" : "down", what));
    }
  }

  private static String brief(Choice choice) {
    return choice instanceof Choice.Deliver(MessageName name, List<Long> draws)
        ? new Choice.Deliver(name.brief()).text()
        : choice.text();
  }

  /** Says what is wrong, and what could happen instead. */
  IllegalArgumentException impossible(String why) {
    List<String> events = events().stream().map(Outlook::brief).distinct().toList();
    String some = events.stream().limit(NAMED_MAX).collect(Collectors.joining("; "));
    String instead =
        events.isEmpty()
            ? "nothing can happen now but faults and calls"
            : "what can happen: " + some + (events.size() > NAMED_MAX ? "; and more" : "");
    return new IllegalArgumentException(why + "; " + instead);
  }
}
