package coterie.web.compile;

import java.util.ArrayList;
import java.util.List;
import org.teavm.model.BasicBlock;
import org.teavm.model.ClassHierarchy;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.Instruction;
import org.teavm.model.MethodHolder;
import org.teavm.model.MethodReference;
import org.teavm.model.Program;
import org.teavm.model.Variable;
import org.teavm.model.instructions.InvocationType;
import org.teavm.model.instructions.InvokeInstruction;

/** Turns calls of methods that the browser lacks into calls of our substitutes. */
final class CallRedirect implements ClassHolderTransformer {
  private final Substitutes substitutes = new Substitutes();

  @Override
  public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
    if (!type.getName().startsWith("coterie.")
        || type.getName().startsWith(Substitutes.PACKAGE + ".")) {
      return;
    }
    for (MethodHolder method : type.getMethods()) {
      Program program = method.getProgram();
      if (program != null) {
        redirect(program, context.getHierarchy());
      }
    }
  }

  private void redirect(Program program, ClassHierarchy types) {
    for (BasicBlock block : program.getBasicBlocks()) {
      for (Instruction each : block) {
        if (each instanceof InvokeInstruction call) {
          redirect(call, types);
        }
      }
    }
  }

  private void redirect(InvokeInstruction call, ClassHierarchy types) {
    Variable receiver = call.getInstance();
    MethodReference ours = substitutes.of(call.getMethod(), receiver == null, types);
    if (ours == null) {
      return;
    }
    if (receiver != null) {
      List<Variable> arguments = new ArrayList<>();
      arguments.add(receiver);
      arguments.addAll(call.getArguments());
      call.setInstance(null);
      call.setArguments(arguments.toArray(new Variable[0]));
    }
    call.setType(InvocationType.SPECIAL);
    call.setMethod(ours);
  }
}
