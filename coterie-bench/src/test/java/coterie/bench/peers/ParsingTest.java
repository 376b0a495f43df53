package coterie.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What nodes and tools print, read by the harness. */
final class ParsingTest {

  @Test
  void reportIsReadAsItWasWritten() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Report report = new Report(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    report.joining();
    report.ready();
    report.added("n4");
    report.removed("n12");
    List<Event> events = bytes.toString(StandardCharsets.UTF_8).lines().map(Event::parse).toList();
    assertThat(events)
        .extracting(Event::kind)
        .containsExactly(
            Event.Kind.JOINING, Event.Kind.READY, Event.Kind.ADDED, Event.Kind.REMOVED);
    assertThat(events).extracting(Event::name).containsExactly("-", "-", "n4", "n12");
    assertThat(events).extracting(Event::nanos).isSorted();
  }

  @Test
  void otherLinesOfANodeAreNoEvents() {
    for (String line :
        List.of("", "member-added n4", "member-added n4 soon", "added n4 17", "a b c d")) {
      assertThat(Event.parse(line)).as(line).isNull();
    }
  }

  @Test
  void serfTellsJoinsFailuresAndLeaves() {
    assertThat(serf("[INFO] serf: EventMemberJoin: n1 10.77.0.2"))
        .isEqualTo(new Event(Event.Kind.ADDED, "n1", 5));
    assertThat(serf("[INFO] serf: EventMemberFailed: n1 10.77.0.2"))
        .isEqualTo(new Event(Event.Kind.REMOVED, "n1", 5));
    assertThat(serf("[INFO] serf: EventMemberLeave: n1 10.77.0.2"))
        .isEqualTo(new Event(Event.Kind.REMOVED, "n1", 5));
    assertThat(serf("[INFO] agent: joining: [10.77.0.1:7946] replay: false"))
        .isEqualTo(new Event(Event.Kind.JOINING, "-", 5));
    assertThat(serf("[INFO] agent: Serf agent starting"))
        .isEqualTo(new Event(Event.Kind.READY, "-", 5));
  }

  @Test
  void suspicionOfSerfIsNoRemoval() {
    assertThat(serf("[INFO] memberlist: Suspect n0 has failed, no acks received")).isNull();
    assertThat(serf("[INFO] agent: Received event: member-failed")).isNull();
  }

  private static Event serf(String line) {
    return new Serf().parse("    2026/11/16 12:39:36 " + line, 5);
  }

  @Test
  void countersOfTheNetworkAreSubtracted() {
    String listing =
        """
        table bridge peers {
        	counter sent {
        		packets 120 bytes 9000
        	}
        }
        """;
    assertThat(Network.Traffic.parse(listing).minus(new Network.Traffic(20, 1000)))
        .isEqualTo(new Network.Traffic(100, 8000));
    assertThatThrownBy(() -> Network.Traffic.parse("nothing"))
        .isInstanceOf(IllegalStateException.class);
  }
}
