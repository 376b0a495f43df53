package coterie.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Puts together the class file of a class whose methods have no branches, which is why it needs no
 * stack maps. The JDK's own writer of class files is not there before release 24.
 */
final class Assembler {
  static final int ALOAD_0 = 0x2a;
  static final int AALOAD = 0x32;
  static final int ASTORE_0 = 0x4b;
  static final int ICONST_0 = 0x03;
  static final int SIPUSH = 0x11;
  static final int IADD = 0x60;
  static final int IRETURN = 0xac;
  static final int ARETURN = 0xb0;
  static final int RETURN = 0xb1;
  static final int GETSTATIC = 0xb2;
  static final int PUTSTATIC = 0xb3;
  static final int INVOKEVIRTUAL = 0xb6;
  static final int INVOKESPECIAL = 0xb7;
  static final int INVOKESTATIC = 0xb8;
  static final int CHECKCAST = 0xc0;

  private static final int LDC_W = 0x13;
  private static final int MAGIC = 0xCAFEBABE;
  private static final int RELEASE_21 = 65;
  private static final int CLASS_FLAGS = 0x1030; // final, super, synthetic
  private static final int STATIC_FINAL = 0x0018;
  private static final int STATIC = 0x0008;
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int NAME_AND_TYPE = 12;

  private static final class Part {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Part one(int value) {
      bytes.write(value);
      return this;
    }

    Part two(int value) {
      return one(value >>> 8).one(value);
    }

    Part four(int value) {
      return two(value >>> 16).two(value);
    }

    Part all(byte[] values) {
      bytes.writeBytes(values);
      return this;
    }

    byte[] toBytes() {
      return bytes.toByteArray();
    }
  }

  private final String name;
  private final String parent;
  private final Part pool = new Part();
  private final Map<String, Integer> indexes = new LinkedHashMap<>();
  private final Part fields = new Part();
  private final Part methods = new Part();
  private Part code = new Part();
  private int fieldCount;
  private int methodCount;

  Assembler(String name, String parent) {
    this.name = name;
    this.parent = parent;
  }

  void staticField(String field, String type) {
    fields.two(STATIC_FINAL).two(utf8(field)).two(utf8(type)).two(0);
    fieldCount++;
  }

  Assembler op(int code) {
    this.code.one(code);
    return this;
  }

  Assembler load(int local) {
    return op(ALOAD_0 + local);
  }

  Assembler number(int value) {
    code.one(SIPUSH).two(value);
    return this;
  }

  Assembler string(String value) {
    int text = utf8(value);
    int index = constant("string " + value, new Part().one(STRING).two(text));
    code.one(LDC_W).two(index);
    return this;
  }

  Assembler classObject(String type) {
    code.one(LDC_W).two(type(type));
    return this;
  }

  Assembler cast(String type) {
    code.one(CHECKCAST).two(type(type));
    return this;
  }

  /** Reads or writes a static field of the class itself. */
  Assembler field(int op, String field, String type) {
    code.one(op).two(member(FIELD, name, field, type));
    return this;
  }

  Assembler call(int op, String owner, String method, String type) {
    code.one(op).two(member(METHOD, owner, method, type));
    return this;
  }

  /** Ends the method whose code was put together since the last one. */
  void endMethod(String method, String type, boolean isStatic, int stack, int locals) {
    byte[] done = code.toBytes();
    code = new Part();
    Part body = new Part().two(stack).two(locals).four(done.length).all(done).two(0).two(0);
    byte[] attribute = body.toBytes();
    methods.two(isStatic ? STATIC : 0).two(utf8(method)).two(utf8(type)).two(1);
    methods.two(utf8("Code")).four(attribute.length).all(attribute);
    methodCount++;
  }

  byte[] toBytes() {
    int self = type(name);
    int above = type(parent);
    return new Part()
        .four(MAGIC)
        .two(0)
        .two(RELEASE_21)
        .two(indexes.size() + 1)
        .all(pool.toBytes())
        .two(CLASS_FLAGS)
        .two(self)
        .two(above)
        .two(0)
        .two(fieldCount)
        .all(fields.toBytes())
        .two(methodCount)
        .all(methods.toBytes())
        .two(0)
        .toBytes();
  }

  private int member(int tag, String owner, String member, String type) {
    int nameIndex = utf8(member);
    int typeIndex = utf8(type);
    int pair =
        constant(
            "pair " + member + " " + type,
            new Part().one(NAME_AND_TYPE).two(nameIndex).two(typeIndex));
    int ownerIndex = type(owner);
    return constant(
        "member " + tag + " " + owner + " " + member + " " + type,
        new Part().one(tag).two(ownerIndex).two(pair));
  }

  private int type(String internalName) {
    int text = utf8(internalName);
    return constant("type " + internalName, new Part().one(CLASS).two(text));
  }

  private int utf8(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    return constant("text " + text, new Part().one(UTF8).two(encoded.length).all(encoded));
  }

  private int constant(String key, Part part) {
    Integer known = indexes.get(key);
    if (known != null) {
      return known;
    }
    pool.all(part.toBytes());
    indexes.put(key, indexes.size() + 1);
    return indexes.size();
  }
}
