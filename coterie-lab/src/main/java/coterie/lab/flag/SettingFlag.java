package coterie.lab.flag;

import coterie.recipe.Setting;
import java.util.List;

/** A setting of a protocol as a flag. */
public record SettingFlag(Setting setting) {
  public boolean isSwitch() {
    return setting.kind() == Setting.Kind.FLAG;
  }

  /** Says what it takes. */
  public String label() {
    return switch (setting.kind()) {
      case DURATION -> "TIME";
      case COUNT -> "N";
      case COUNT_OR_ALL -> "N|all";
      case COUNT_OR_NAMES -> "N|NAMES";
      case DECIMAL -> "X";
      case FLAG -> "true|false";
      case WORD -> "WORD";
    };
  }

  /** Lists all its values; empty if there are too many. */
  public List<String> values() {
    return isSwitch() ? List.of("true", "false") : setting.words();
  }

  public String help() {
    return setting.help()
        + switch (setting.kind()) {
          case FLAG -> " (default: false)";
          case WORD ->
              ": %s (default: %s)"
                  .formatted(String.join(", ", setting.words()), setting.fallback());
          default -> " (default: %s)".formatted(setting.fallback());
        };
  }
}
