package coterie.sim.explore.encode;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The fields of classes that are not the JDK's, as they are found by reflection. */
public final class Fields {
  /**
   * A field.
   *
   * @param where its class and its name, for people
   * @param bound the largest value that is explored
   */
  record Member(VarHandle field, Class<?> type, String where, long bound) {}

  /**
   * The fields of a class.
   *
   * @param root the first class above it that is the JDK's
   * @param isValue whether it is a record of values, none of which can ever change
   */
  record Members(int number, List<Member> all, Class<?> root, boolean isValue) {}

  private static final List<Class<?>> VALUES =
      List.of(
          String.class,
          Long.class,
          Integer.class,
          Boolean.class,
          Double.class,
          NodeId.class,
          Bytes.class,
          Duration.class);

  private final Map<Class<?>, Members> known = new ConcurrentHashMap<>();
  private final Atoms atoms;
  private final SortedMap<String, Long> bounds;
  private final Set<String> unused = ConcurrentHashMap.newKeySet();

  /**
   * Takes bounds of what would grow without end.
   *
   * @param bounds by the name of a field, or by its class and its name, as in {@code Raft.term}
   */
  public Fields(Atoms atoms, SortedMap<String, Long> bounds) {
    this.atoms = atoms;
    this.bounds = bounds;
    unused.addAll(bounds.keySet());
  }

  /** Returns the bounds whose fields nothing has that was encoded so far, in order. */
  public SortedSet<String> unused() {
    return new TreeSet<>(unused);
  }

  Atoms atoms() {
    return atoms;
  }

  Members of(Class<?> type) {
    Members found = known.get(type);
    if (found == null) {
      found = find(type);
      known.put(type, found);
    }
    return found;
  }

  private Members find(Class<?> type) {
    List<Member> all = new ArrayList<>();
    Class<?> owner = type;
    for (; !isOfJdk(owner); owner = owner.getSuperclass()) {
      for (Field field : owner.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          all.add(member(owner, field));
        }
      }
    }
    return new Members(atoms.of(type), List.copyOf(all), owner, isValue(type));
  }

  private static boolean isValue(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || VALUES.contains(type)
        || (type.isRecord()
            && Arrays.stream(type.getRecordComponents())
                .allMatch(component -> isValue(component.getType())));
  }

  private Member member(Class<?> owner, Field field) {
    String where = name(owner) + "." + field.getName();
    VarHandle handle;
    try {
      handle =
          MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).unreflectVarHandle(field);
    } catch (IllegalAccessException e) {
      throw new EncodingException(
          "%s cannot be read: module %s does not open package %s; explore on the class path"
              .formatted(where, owner.getModule().getName(), owner.getPackageName()));
    }
    Long bound = bounds.getOrDefault(where, bounds.get(field.getName()));
    unused.remove(where);
    unused.remove(field.getName());
    return new Member(handle, field.getType(), where, bound == null ? Long.MAX_VALUE : bound);
  }

  static boolean isOfJdk(Class<?> type) {
    return type.getName().startsWith("java.") || type.getName().startsWith("jdk.");
  }

  /** Returns the simple name; of a lambda that of the class around it. */
  static String name(Class<?> type) {
    if (type.isHidden()) {
      String name = type.getName();
      int end = name.indexOf("$$");
      return name.substring(name.lastIndexOf('.', Math.max(end, 0)) + 1, Math.max(end, 0))
          + "'s lambda";
    }
    return type.isAnonymousClass()
        ? type.getName().substring(type.getName().lastIndexOf('.') + 1)
        : type.getSimpleName();
  }
}
