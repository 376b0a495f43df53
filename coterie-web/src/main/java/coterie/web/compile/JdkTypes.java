package coterie.web.compile;

import java.util.Set;
import org.teavm.extension.spi.substitution.SubstitutionPolicy;
import org.teavm.extension.spi.substitution.SubstitutionSink;

/** Says which types of the JDK are ours in the browser, since its class library lacks them. */
public final class JdkTypes implements SubstitutionPolicy {
  private static final Set<String> OURS =
      Set.of(
          "java.lang.ExceptionInInitializerError",
          "java.lang.invoke.MethodHandle",
          "java.lang.invoke.MethodHandles",
          "java.lang.invoke.MethodHandles$Lookup",
          "java.lang.invoke.MethodType",
          "java.lang.invoke.VarHandle",
          "java.lang.reflect.RecordComponent",
          "java.util.HexFormat");

  @Override
  public void contribute(SubstitutionSink sink) {
    sink.selectClasses(OURS::contains)
        .packagePrefix(Substitutes.PACKAGE)
        .simpleNamePrefix("Web");
  }
}
