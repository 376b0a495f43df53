package coterie.web.compile;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.teavm.extension.ExtensionEnvironment;
import org.teavm.extension.introspect.IntrospectAccess;
import org.teavm.extension.introspect.IntrospectClass;
import org.teavm.extension.introspect.IntrospectField;
import org.teavm.extension.introspect.IntrospectMember;
import org.teavm.extension.introspect.IntrospectMethod;
import org.teavm.extension.spi.reflection.ReflectionPolicy;

/**
 * Says what reflection finds in the browser: what makes a record, the public methods of protocols,
 * which scenarios call by name and which may stand in an interface, those of packed classes, and
 * the number of the hybrid clock.
 */
public final class ReflectedMembers implements ReflectionPolicy {
  private static final String CLOCK = "coterie.clock.HybridClock";

  private List<IntrospectClass<?>> open = List.of();

  @Override
  public void initialize(ExtensionEnvironment environment) {
    open =
        List.of(
            environment.findClass("coterie.core.Protocol"),
            environment.findClass("coterie.wire.Packed"));
  }

  @Override
  public Collection<IntrospectMember> classAccessibleMembers(IntrospectClass<?> type) {
    List<IntrospectMember> members = new ArrayList<>();
    if (!type.name().startsWith("coterie.")) {
      return members;
    }
    if (type.isRecord()) {
      instanceFields(type, members);
      constructorsAndAccessors(type, members);
    } else if (type.name().equals(CLOCK)) {
      instanceFields(type, members);
    }
    if (type.isInterface() || open.stream().anyMatch(each -> each.isAssignableFrom(type))) {
      publicMethods(type, members);
    }
    return members;
  }

  private static void instanceFields(IntrospectClass<?> type, List<IntrospectMember> members) {
    for (IntrospectField field : type.declaredFields()) {
      if (!Modifier.isStatic(field.modifiers())) {
        members.add(field);
      }
    }
  }

  /** All that is kept makes the page larger, so a record has no other methods there. */
  private static void constructorsAndAccessors(
      IntrospectClass<?> type, List<IntrospectMember> members) {
    for (IntrospectMethod method : type.declaredMethods()) {
      boolean isAccessor =
          method.parameters().isEmpty() && type.declaredField(method.name()) != null;
      if (method.access() == IntrospectAccess.PUBLIC && (isAccessor || method.isConstructor())) {
        members.add(method);
      }
    }
  }

  private static void publicMethods(IntrospectClass<?> type, List<IntrospectMember> members) {
    for (IntrospectMethod method : type.declaredMethods()) {
      boolean isBodiless = type.isInterface() && Modifier.isAbstract(method.modifiers());
      if (method.access() == IntrospectAccess.PUBLIC && !isBodiless) {
        members.add(method);
      }
    }
  }
}
