package coterie.store.registers;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.RegisterRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;
import java.util.stream.Stream;

/** Registers by name. */
public final class RegistersRecipe {
  public static final RegisterRecipe RECIPE =
      new RegisterRecipe.Value(
          "register",
          "registers with a conditional write for the whole group, by majorities (CASPaxos)",
          "uniform:1ms,5ms",
          settings(),
          RegistersRecipe::blueprint);

  private RegistersRecipe() {}

  private static List<Setting> settings() {
    return Stream.concat(
            RegistersConfig.settings().stream(), RegisterClient.Config.settings().stream())
        .toList();
  }

  private static Blueprint blueprint(View members, Settings settings) {
    RegistersConfig config = RegistersConfig.of(settings);
    RegisterClient.Config work = RegisterClient.Config.of(settings);
    return node -> {
      Registers registers =
          node.add(
              "register", Registers.Msg.class, context -> new Registers(context, members, config));
      RegisterClient.add(node, members, registers, work);
    };
  }
}
