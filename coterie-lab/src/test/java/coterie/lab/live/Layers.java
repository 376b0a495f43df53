package coterie.lab.live;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import org.jspecify.annotations.Nullable;

/** Three protocols in a stack, of which the middle one saves something while all speak. */
public final class Layers {
  private Layers() {}

  public record Word(String text) implements Message {}

  public record Said(String text) implements Note {}

  public record Value(long number) {}

  /** Says what it is told to. */
  private static class Layer implements Protocol<Word> {
    final Context<Word> context;
    private final String name;

    Layer(Context<Word> context, String name) {
      this.context = context;
      this.name = name;
    }

    void say(int number) {
      context.note(new Said(name + " " + number));
      context.send(context.self(), new Word(name + " " + number));
    }

    @Override
    public void receive(NodeId from, Word message) {}
  }

  /** Saves between two words, while all three layers speak. */
  public static final class Saver extends Layer {
    private final Layer below;
    private final boolean isDiscreet;
    private final Stable<Value> stable;
    private @Nullable Layer above;

    Saver(Context<Word> context, Layer below, boolean isDiscreet) {
      super(context, "saver");
      this.below = below;
      this.isDiscreet = isDiscreet;
      this.stable = context.stable("value", Value.class);
    }

    @Override
    public boolean showsOnlyDurable() {
      return isDiscreet;
    }

    public void act() {
      sayAll(1);
      stable.save(new Value(7));
      sayAll(2);
    }

    private void sayAll(int number) {
      below.say(number);
      say(number);
      if (above != null) {
        above.say(number);
      }
    }
  }

  /** Three layers, of which the middle one saves. */
  static Blueprint blueprint(boolean isDiscreet) {
    return node -> {
      Layer below = node.add("below", Word.class, context -> new Layer(context, "below"));
      Saver saver = node.add("saver", Word.class, context -> new Saver(context, below, isDiscreet));
      saver.above = node.add("above", Word.class, context -> new Layer(context, "above"));
    };
  }
}
