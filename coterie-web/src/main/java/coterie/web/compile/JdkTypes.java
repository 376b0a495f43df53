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
          "java.util.HexFormat",
          "java.util.SplittableRandom");

  private static final String PREFIX = "Web";

  /** Returns what the type is called in the browser. */
  static String name(Class<?> type) {
    String inner = Substitutes.PACKAGE + ".";
    String name = type.getName();
    String jdk = name.startsWith(inner) ? name.substring(inner.length()) : name;
    String plain = jdk.replace("." + PREFIX, ".");
    return OURS.contains(plain) ? plain : name;
  }

  @Override
  public void contribute(SubstitutionSink sink) {
    sink.selectClasses(OURS::contains).packagePrefix(Substitutes.PACKAGE).simpleNamePrefix(PREFIX);
  }
}
