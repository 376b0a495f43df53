package coterie.agent;

import coterie.Member;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What an answer says of a member: all that {@link Member} has, but for its number. */
final class MemberFields {
  private MemberFields() {}

  static Map<String, @Nullable Object> of(Member member) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    try {
      for (RecordComponent each : Member.class.getRecordComponents()) {
        if (!each.getName().equals("id")) {
          fields.put(each.getName(), plain(each.getAccessor().invoke(member)));
        }
      }
      return fields;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object plain(Object value) {
    return switch (value) {
      case OptionalLong number -> number.isPresent() ? number.getAsLong() : null;
      case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
      default -> value;
    };
  }
}
