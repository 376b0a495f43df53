package coterie.web.compile;

import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.MethodHolder;
import org.teavm.model.ValueType;
import org.teavm.model.emit.ProgramEmitter;
import org.teavm.model.emit.ValueEmitter;

/**
 * Lets an exception carry others: the class library leaves out what its constructors would set, and
 * fails where the first one is added or asked for.
 */
final class SuppressedThrowables implements ClassHolderTransformer {
  private static final String THROWABLE = "java.lang.Throwable";
  private static final String CALLS = Substitutes.PACKAGE + ".ThrowableCalls";
  private static final String FIELD = "suppressed";
  private static final ValueType ONE = ValueType.object(THROWABLE);
  private static final ValueType MANY = ValueType.arrayOf(ONE);

  @Override
  public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
    if (!type.getName().equals(THROWABLE)) {
      return;
    }
    for (MethodHolder method : type.getMethods()) {
      switch (method.getName()) {
        case "getSuppressed" -> writeGet(ProgramEmitter.create(method, context.getHierarchy()));
        case "addSuppressed" -> writeAdd(ProgramEmitter.create(method, context.getHierarchy()));
        default -> {}
      }
    }
  }

  private static void writeGet(ProgramEmitter code) {
    ValueEmitter now = code.var(0, ONE).getField(FIELD, MANY);
    code.invoke(CALLS, "copy", MANY, now).returnValue();
  }

  private static void writeAdd(ProgramEmitter code) {
    ValueEmitter owner = code.var(0, ONE);
    ValueEmitter now = owner.getField(FIELD, MANY);
    owner.setField(FIELD, code.invoke(CALLS, "with", MANY, now, code.var(1, ONE)));
    code.exit();
  }
}
