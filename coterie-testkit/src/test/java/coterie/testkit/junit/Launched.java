package coterie.testkit.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What became of tests that a test has launched. */
final class Launched implements TestExecutionListener {
  private final Map<String, TestExecutionResult> results =
      Collections.synchronizedMap(new TreeMap<>());
  private final List<String> entries = Collections.synchronizedList(new ArrayList<>());
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

  /** Runs methods of a class by their names; all of them if none is named. */
  static Launched run(Class<?> type, Map<String, String> parameters, String... methods) {
    List<DiscoverySelector> selectors = new ArrayList<>();
    for (var method : type.getDeclaredMethods()) {
      if (List.of(methods).contains(method.getName())) {
        selectors.add(selectMethod(type, method));
      }
    }
    if (methods.length == 0) {
      selectors.add(selectClass(type));
    }
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectors)
            .configurationParameters(parameters)
            .build();
    Launched launched = new Launched();
    LauncherFactory.create().execute(request, launched);
    return launched;
  }

  static Launched run(Class<?> type, String... methods) {
    return run(type, Map.of(), methods);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      results.put(test.getDisplayName(), result);
    }
    result.getThrowable().ifPresent(thrown -> failures.add(String.valueOf(thrown.getMessage())));
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    entries.addAll(entry.getKeyValuePairs().values());
  }

  /** Returns the results by the names of the tests. */
  Map<String, TestExecutionResult> results() {
    return results;
  }

  /** Returns what went wrong with tests and with what contains them. */
  List<String> failures() {
    return failures;
  }

  List<String> entries() {
    return entries;
  }

  /** Returns the result of the only test. */
  TestExecutionResult result() {
    if (results.size() != 1) {
      throw new AssertionError("one test was to run, not " + results);
    }
    return results.values().iterator().next();
  }

  /** Returns what the only test says of its failure; empty if it passed. */
  String message() {
    return result().getThrowable().map(Throwable::getMessage).orElse("");
  }
}
