package coterie.web.compile;

import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.MethodHolder;
import org.teavm.model.ValueType;
import org.teavm.model.emit.ProgramEmitter;

/**
 * Lets numbers with a fraction be written as the JDK writes them. All of them come to one method:
 * those in concatenated texts, in lists and in formats, too.
 */
final class NumberText implements ClassHolderTransformer {
  private static final String WRITER = "java.lang.StringBuilder";

  @Override
  public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
    if (!type.getName().equals(WRITER)) {
      return;
    }
    for (MethodHolder method : type.getMethods()) {
      if (method.getName().equals("append")
          && method.parameterCount() == 1
          && method.parameterType(0) == ValueType.DOUBLE
          && method.getResultType().isObject(WRITER)) {
        write(ProgramEmitter.create(method, context.getHierarchy()));
      }
    }
  }

  private static void write(ProgramEmitter code) {
    code.invoke(
            Substitutes.PACKAGE + ".DoubleCalls",
            "append",
            ValueType.object(WRITER),
            code.var(0, ValueType.object(WRITER)),
            code.var(1, ValueType.DOUBLE))
        .returnValue();
  }
}
