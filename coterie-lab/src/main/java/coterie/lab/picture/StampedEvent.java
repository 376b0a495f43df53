package coterie.lab.picture;

import coterie.core.Note;
import coterie.lab.picture.Story.Op;
import coterie.lab.svg.Svg;
import coterie.sim.trace.StampText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An event on one lane with the stamps that it got, of several clocks perhaps. */
record StampedEvent(int lane, String event, List<StampText> stamps, List<String> hints)
    implements Op {
  static final double SIZE = 10;
  private static final double GAP = 5;
  private static final double NAME_MAX = 150;
  private static final Set<String> OWN_LOOKS =
      Set.of(Note.PHYSICAL, StampText.LAMPORT, Note.VECTOR, StampText.HYBRID);

  /** A word of the label, and how far it is from where the label begins. */
  record Word(String look, String text, int line, double x) {
    boolean isName() {
      return look.endsWith("event");
    }
  }

  private StampedEvent(int lane, String event) {
    this(lane, event, new ArrayList<>(), new ArrayList<>());
  }

  /** The stamps that several clocks give to one event follow each other. */
  static void add(List<Op> ops, int lane, StampText stamp, String hint) {
    boolean isSame =
        !ops.isEmpty()
            && ops.getLast() instanceof StampedEvent last
            && last.lane == lane
            && last.event.equals(stamp.event());
    if (!isSame) {
      ops.add(new StampedEvent(lane, stamp.event()));
    }
    StampedEvent event = (StampedEvent) ops.getLast();
    event.stamps.add(stamp);
    event.hints.add(hint);
  }

  static String look(String clock) {
    return "stamp " + (OWN_LOOKS.contains(clock) ? clock : "other");
  }

  /** The name of the event and its stamps, in lines that are no wider than there is room. */
  List<Word> words(double room) {
    List<Word> words = new ArrayList<>();
    double bold = SIZE * Svg.BOLD;
    String name = Svg.shortened(event, bold, Math.min(room, NAME_MAX));
    words.add(new Word("stamp event", name, 0, 0));
    double x = Svg.widthOf(name, bold) + GAP;
    int line = 0;
    for (StampText stamp : stamps) {
      String text = Svg.shortened(stamp.brief(), SIZE, room);
      double width = Svg.widthOf(text, SIZE);
      if (x + width > room && x > 0) {
        line++;
        x = 0;
      }
      words.add(new Word(look(stamp.clock()), text, line, x));
      x += width + GAP;
    }
    return words;
  }

  String hint() {
    return String.join("\n", hints);
  }

  @Override
  public int low() {
    return lane;
  }

  @Override
  public int high() {
    return lane;
  }
}
