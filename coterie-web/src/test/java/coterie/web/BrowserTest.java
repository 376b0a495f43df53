package coterie.web;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** A machine without a browser skips tests where all can see it, unless one is required. */
class BrowserTest {
  @Test
  void missingBrowserSkips() {
    assertThatThrownBy(() -> Browser.require(false, "auto"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("chromium");
  }

  @Test
  void missingBrowserFailsWhereOneIsRequired() {
    assertThatThrownBy(() -> Browser.require(false, "required"))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("chromium");
  }

  @Test
  void browserThatIsThereIsUsed() {
    assertThatCode(() -> Browser.require(true, "auto")).doesNotThrowAnyException();
    assertThatCode(() -> Browser.require(true, "required")).doesNotThrowAnyException();
  }

  @Test
  void otherWordIsRefused() {
    assertThatThrownBy(() -> Browser.require(true, "yes"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("-Dcoterie.browser takes auto or required, not \"yes\"");
  }
}
