package coterie.net;

import coterie.core.Bytes;
import coterie.core.Dot;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Silent;
import coterie.elect.raft.Raft;
import coterie.net.greet.Greeting;
import coterie.store.documents.Document;
import coterie.store.documents.Edition;
import coterie.store.documents.Revision;
import coterie.store.documents.Sibling;
import coterie.wire.Packed;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Every kind of message that there is, with content that depends on its type alone: fields get the
 * numbers 1, 2, 3 and so on, lists two elements.
 */
final class Samples {
  private int next;
  private boolean isBare;

  private Samples() {}

  /** All families: those of the protocols, and what hosts say to each other. By name. */
  static Map<String, Class<?>> families() throws Exception {
    Map<String, Class<?>> families = new TreeMap<>();
    families.put("net.Greeting", Greeting.class);
    families.put("core.Silent", Silent.class);
    for (Class<?> type : classes(Raft.class)) {
      boolean isFamily =
          Message.class.isAssignableFrom(type)
              && (type.isSealed() || type.isRecord())
              && Stream.of(type.getInterfaces()).anyMatch(Message.class::equals);
      if (isFamily) {
        families.put(name(type), type);
      }
    }
    return families;
  }

  /** One message of every kind of a family, in the order of the declaration. */
  static List<Object> of(Class<?> family) throws Exception {
    List<Object> samples = new ArrayList<>();
    for (Class<?> kind : kinds(family)) {
      samples.add(new Samples().record(kind));
    }
    return samples;
  }

  /** The family of the protocol and its classes: "elect.Raft.Vote", whatever the room below. */
  static String name(Class<?> type) {
    String room = type.getPackageName().substring("coterie.".length());
    String classes = type.getName().substring(type.getPackageName().length());
    return room.replaceFirst("\\..*", "") + classes.replace('$', '.');
  }

  private static List<Class<?>> kinds(Class<?> family) {
    if (family.isRecord()) {
      return List.of(family);
    }
    List<Class<?>> kinds = new ArrayList<>();
    for (Class<?> kind : family.getPermittedSubclasses()) {
      kinds.addAll(kinds(kind));
    }
    return kinds;
  }

  private Object record(Class<?> type) throws Exception {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(components[i].getGenericType());
    }
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private Object value(Type type) throws Exception {
    if (type instanceof ParameterizedType list) {
      if (isBare) {
        return List.of();
      }
      Type element = list.getActualTypeArguments()[0];
      return List.of(value(element), value(element));
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isEnum()) {
      return raw.getEnumConstants()[raw.getEnumConstants().length - 1];
    }
    if (raw.isSealed()) {
      return record(kinds(raw).get(0));
    }
    if (raw.isRecord() && raw != NodeId.class) {
      return record(raw);
    }
    if (raw == Document.class) {
      return document();
    }
    return Packed.class.isAssignableFrom(raw) ? packed(raw) : scalar(raw);
  }

  /** The parts of a document have to fit together. */
  private static Document document() {
    Dot dot = new Dot(new NodeId(1), 1);
    Revision past = Revision.none();
    Sibling sibling = new Sibling(dot, past, 2, "content");
    Edition edition = new Edition(dot, past, List.of(), 2);
    return Document.unpacked(
        new Document.Parts("name", List.of(dot), List.of(sibling), List.of(edition)));
  }

  private Object scalar(Class<?> type) {
    int number = ++next;
    return switch (type.getSimpleName()) {
      case "long", "Long" -> (long) number;
      case "int", "Integer" -> number;
      case "short", "Short" -> (short) number;
      case "byte", "Byte" -> (byte) number;
      case "boolean", "Boolean" -> true;
      case "double", "Double" -> (double) number;
      case "float", "Float" -> (float) number;
      case "String" -> "s" + number;
      case "NodeId" -> new NodeId(number);
      case "Bytes" -> Bytes.of((byte) number, (byte) 0xFF);
      default -> throw new IllegalArgumentException("no sample of a " + type);
    };
  }

  private Object packed(Class<?> type) throws Exception {
    for (Method method : type.getMethods()) {
      boolean isWayBack =
          method.getName().equals("unpacked") && Modifier.isStatic(method.getModifiers());
      if (isWayBack) {
        return unpacked(method);
      }
    }
    throw new IllegalArgumentException(type + " has no way back");
  }

  /** An index of 0 fits every list; and where any content is refused, there is none. */
  private Object unpacked(Method method) throws Exception {
    Class<?> type = method.getParameterTypes()[0];
    try {
      next = -1;
      return method.invoke(null, record(type));
    } catch (InvocationTargetException e) {
      isBare = true;
      return method.invoke(null, record(type));
    } finally {
      isBare = false;
    }
  }

  private static List<Class<?>> classes(Class<?> neighbour) throws Exception {
    URI place = neighbour.getProtectionDomain().getCodeSource().getLocation().toURI();
    if (Files.isDirectory(Path.of(place))) {
      return classes(Path.of(place), neighbour.getClassLoader());
    }
    try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
      return classes(jar.getPath("/"), neighbour.getClassLoader());
    }
  }

  private static List<Class<?>> classes(Path root, ClassLoader loader)
      throws IOException, ClassNotFoundException {
    List<Class<?>> classes = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted().toList()) {
        String path = root.relativize(file).toString();
        if (path.endsWith(".class") && !path.endsWith("-info.class")) {
          String name = path.substring(0, path.length() - 6).replace('/', '.');
          classes.add(Class.forName(name, false, loader));
        }
      }
    }
    return classes;
  }
}
