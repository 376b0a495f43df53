package coterie.web.compile;

import java.util.ArrayList;
import java.util.List;
import org.teavm.vm.spi.TeaVMHost;
import org.teavm.vm.spi.TeaVMPlugin;

/** Puts in what the browser's class library lacks. */
public final class BrowserPlugin implements TeaVMPlugin {
  /** The property with the names of the sealed types, with blanks between them. */
  static final String SEALED = "coterie.sealed";

  @Override
  public void install(TeaVMHost host) {
    host.add(new CallRedirect());
    host.add(new NumberText());
    host.add(new SuppressedThrowables());
    host.add(new SealedTable(sealed(host)));
  }

  private static List<Class<?>> sealed(TeaVMHost host) {
    List<Class<?>> types = new ArrayList<>();
    for (String name : host.getProperties().getProperty(SEALED, "").split(" ", -1)) {
      if (!name.isEmpty()) {
        types.add(load(host.getClassLoader(), name));
      }
    }
    return types;
  }

  private static Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the sealed type %s is missing".formatted(name), e);
    }
  }
}
