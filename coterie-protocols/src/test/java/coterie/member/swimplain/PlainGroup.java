package coterie.member.swimplain;

import coterie.core.Blueprint;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.member.swim.Group;
import coterie.member.swim.Swim;
import coterie.sim.Setup;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/** A simulated group of {@link PlainSwim}, under the same conditions as one of {@link Swim}. */
public final class PlainGroup extends Group {
  static final PlainSwim.Config CONFIG =
      new PlainSwim.Config(TimeText.SECOND, TimeText.SECOND / 2, 3, 6);

  public PlainGroup(int size, long seed, boolean isConverged) {
    this(size, seed, members -> SwimPlainRecipe.blueprint(members, CONFIG, isConverged));
  }

  public PlainGroup(int size, long seed, Function<View, Blueprint> blueprint) {
    super(size, seed, blueprint, Setup.standard().withLatency(DELAY));
  }

  PlainSwim plain(long node) {
    return simulation.protocol(id(node), PlainSwim.class);
  }

  void tell(long node, String what, Consumer<PlainSwim> method) {
    simulation.call(
        id(node),
        PlainSwim.class,
        what,
        swim -> {
          method.accept(swim);
          return null;
        });
  }

  @Override
  public Set<Long> list(long node) {
    Set<Long> list = new TreeSet<>();
    plain(node).members().forEach(listed -> list.add(listed.who().value()));
    return list;
  }

  @Override
  public PlainSwim.Seen state(long node) {
    return plain(node).state();
  }
}
