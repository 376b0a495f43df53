package coterie.lab.finding;

import java.nio.file.Path;
import java.util.List;

/** What the report says in words. */
final class FindingText {
  /** With more lines of trace the report only says where they are. */
  private static final int LINES_MAX = 80;

  /**
   * Where a finding comes from.
   *
   * @param before how large the run was that broke the promise first
   * @param tries how many runs it took to make it smaller; 0 if nobody has tried
   * @param isMinimal whether nothing more can be taken away
   */
  record Origin(RunSize before, long tries, boolean isMinimal) {}

  private FindingText() {}

  /** Returns the command that shows it again. */
  static String command(String program, Path folder) {
    return program + " " + folder.resolve(FindingFolder.SCENARIO);
  }

  static String readme(Report report) {
    StringBuilder text = new StringBuilder();
    text.append("# %s broke a promise%n%n".formatted(report.protocol));
    text.append("%s.%n".formatted(report.sentence));
    text.append("The judge that objects is `%s`.%n%n".formatted(report.judge));
    text.append("This command shows it again:%n%n".formatted());
    text.append("```sh%n%s%n```%n%n".formatted(report.command));
    text.append("![The run, with the conflict in red rings](%s)%n%n".formatted(FindingFolder.SVG));
    text.append("## The schedule%n%n".formatted());
    block(text, report.scenario);
    text.append(size(report));
    text.append("%n## The trace%n%n".formatted());
    if (report.trace.size() <= LINES_MAX) {
      block(text, report.trace);
    } else {
      text.append(
          "It has %d lines: [trace](%s).%n%n".formatted(report.trace.size(), FindingFolder.TRACE));
    }
    text.append("## Files%n%n".formatted());
    text.append("| file | what it is |%n|---|---|%n".formatted());
    row(text, FindingFolder.SCENARIO, "the schedule, to be simulated");
    row(text, FindingFolder.SVG, "the space-time diagram");
    row(text, FindingFolder.TRACE, "the schedule and its trace, a trace test for `coterie check`");
    row(
        text,
        TestText.className(report.protocol) + ".java",
        "a JUnit test that fails until the protocol is mended; it needs `coterie-testkit`");
    return text.toString();
  }

  /** What the report is about. */
  record Report(
      String protocol,
      String judge,
      String sentence,
      String command,
      List<String> scenario,
      List<String> trace,
      RunSize size,
      Origin origin) {}

  private static String size(Report report) {
    Origin origin = report.origin;
    if (origin.tries == 0) {
      return "It has %s.%n".formatted(report.size.text());
    }
    return "It has %s.%nIt was made from a run with %s, in %d tries.%n%s%n"
        .formatted(
            report.size.text(),
            origin.before.text(),
            origin.tries,
            origin.isMinimal
                ? "Nothing more can be left out of it."
                : "Time ran out, so there may be more to leave out.");
  }

  private static void block(StringBuilder text, List<String> lines) {
    text.append("```%n%s%n```%n%n".formatted(String.join(System.lineSeparator(), lines)));
  }

  private static void row(StringBuilder text, String file, String what) {
    text.append("| [%s](%s) | %s |%n".formatted(file, file, what));
  }
}
