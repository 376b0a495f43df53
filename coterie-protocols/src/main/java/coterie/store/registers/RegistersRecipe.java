package coterie.store.registers;

import coterie.core.Blueprint;
import coterie.core.RegisterRecipe;
import coterie.core.Setting;
import coterie.core.Settings;
import coterie.core.View;
import java.util.List;
import java.util.stream.Stream;

/** Registers by name. */
public final class RegistersRecipe implements RegisterRecipe {
  @Override
  public String name() {
    return "register";
  }

  @Override
  public String summary() {
    return "registers with a conditional write for the whole group, by majorities (CASPaxos)";
  }

  @Override
  public String latency() {
    return "uniform:1ms,5ms";
  }

  @Override
  public List<Setting> settings() {
    return Stream.concat(
            RegistersConfig.settings().stream(), RegisterClient.Config.settings().stream())
        .toList();
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
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
