package coterie.web.compile;

import java.util.List;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.ElementModifier;
import org.teavm.model.MethodHolder;
import org.teavm.model.ValueType;
import org.teavm.model.emit.ProgramEmitter;
import org.teavm.model.emit.ValueEmitter;

/**
 * Writes the method that tells what a sealed type permits: class files say it, and the browser's
 * form of a class does not.
 */
final class SealedTable implements ClassHolderTransformer {
  private static final String TABLE = Substitutes.PACKAGE + ".SealedTypes";

  private final List<Class<?>> sealed;

  SealedTable(List<Class<?>> sealed) {
    this.sealed = sealed;
  }

  @Override
  public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
    if (!type.getName().equals(TABLE)) {
      return;
    }
    for (MethodHolder method : type.getMethods()) {
      if (method.getName().equals("members")) {
        method.getModifiers().remove(ElementModifier.NATIVE);
        write(ProgramEmitter.create(method, context.getHierarchy()));
      }
    }
  }

  private void write(ProgramEmitter code) {
    ValueEmitter asked = code.var(1, Class.class);
    for (Class<?> each : sealed) {
      code.when(asked.isSame(code.constant(name(each))))
          .thenDo(() -> members(code, each).returnValue());
    }
    code.constantNull(Class[].class).returnValue();
  }

  private static ValueEmitter members(ProgramEmitter code, Class<?> type) {
    Class<?>[] permitted = type.getPermittedSubclasses();
    ValueEmitter array = code.constructArray(Class.class, permitted.length);
    for (int i = 0; i < permitted.length; i++) {
      array.setElement(i, code.constant(name(permitted[i])));
    }
    return array;
  }

  private static ValueType name(Class<?> type) {
    return ValueType.object(type.getName());
  }
}
