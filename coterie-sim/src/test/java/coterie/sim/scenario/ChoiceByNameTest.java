package coterie.sim.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.sim.manual.Choice;
import coterie.sim.manual.MessageName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChoiceByNameTest {
  /** A message whose fields hold all that could confuse a reader. */
  public record Odd(String text, List<NodeId> nodes) implements Message {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "start P0 drawing 3",
        "deliver Vote P0 -> P1",
        "deliver Vote[term=2 list=[P0 P1]] P0 -> P1 #2 drawing 0 3",
        "deliver detect:Ping P0 -> P1",
        "drop Vote[term=2] P0 -> P1",
        "duplicate Vote P10 -> P1",
        "unreachable P0 -> P1",
        "expire P0 second look",
        "expire P0 beat:silence drawing 17",
        "durable P1",
        "call P1 acquire",
        "say P1 waits, drawing 3 lines",
        "call P1 put key 3 drawing 4",
        "call P1 put drawing 4 drawing",
        "crash P0 keeping",
        "crash P0",
        "recover P0 drawing 7",
        "pause P1",
        "resume P1",
        "cut P0 -> P1",
        "heal all",
        "partition P0 P1 | P2",
        "clock P0 drift +100ppm",
        "at 1.5 deliver Vote P0 -> P1",
        "at 0.000000005 crash P1"
      })
  void textIsReadBack(String text) {
    assertEquals(text, ChoiceByName.parse(text).text());
  }

  @Test
  void namesAreReadWhateverTheFieldsHold() {
    for (String hard :
        List.of(
            "", " ", "a -> b", "] P3 -> P4 #7", "#", "drawing 3", "[", "]]", "a\nb", "at 3 x")) {
      Odd message = new Odd(hard, List.of(new NodeId(1), new NodeId(2)));
      MessageName name = MessageName.of(new NodeId(0), new NodeId(1), message).numbered(2);
      Choice choice = new Choice.Deliver(name, List.of(5L, 0L));
      Choice read = ChoiceByName.parse(choice.text());
      assertEquals(choice.text(), read.text());
      assertEquals(choice, read);
      assertTrue(name.fits(new NodeId(0), new NodeId(1), "odd", message));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          explode P0 | "explode" is not an event; choose start, deliver, drop, duplicate, unreachable, expire, durable, call, say, or a fault
          deliver Vote | deliver takes a message and its link, such as deliver Vote P0 -> P1 or deliver Vote[term=2] P0 -> P1 #2
          deliver Vote P0 -> x | "x" is not a node; a node is its number, such as 1 or P1
          deliver Vote P0 -> P1 #0 | messages are counted from #1, not #0
          expire P0 | after "expire P0" comes the name of an alarm
          durable | after "durable" comes a node such as 1
          durable P0 P1 | "P1" is one word too many
          crash leader | a schedule names nodes, such as P1, not roles: crash leader
          at noon crash P0 | "noon" is not a time; a time is a number from 0, in seconds or with one of the units ns, us, ms, s, m, h, d
          unreachable P0 P1 | "P1" stands where "->" is expected
          """)
  void nonsenseIsExplained(String text, String why) {
    ScenarioException refused =
        assertThrows(ScenarioException.class, () -> ChoiceByName.parse(text));
    assertEquals(why, refused.getMessage());
  }
}
