package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One browser and one server for the tests of all classes. Each class begins with a page that was
 * just loaded, and no test may leave a complaint of the browser behind.
 */
final class SharedPage implements BeforeAllCallback, AfterEachCallback, ParameterResolver {
  private static Store store(ExtensionContext context) {
    return context.getRoot().getStore(Namespace.create(SharedPage.class));
  }

  private static Page page(ExtensionContext context) {
    return store(context).get(Page.class, Page.class);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    Store store = store(context);
    if (store.get(Page.class) == null) {
      store.put(Page.class, Page.open());
    }
    Page page = page(context);
    page.size(1280, 900);
    page.prefers();
    page.load("");
  }

  @Override
  public void afterEach(ExtensionContext context) {
    assertThat(page(context).complaints()).as("what the browser complained of").isEmpty();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Page.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return page(context);
  }
}
