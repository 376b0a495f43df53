package coterie.lab.client;

import coterie.agent.http.Shown;
import coterie.lab.report.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers of agents and nodes, whose fields are those of openapi.yaml, as text. */
public final class AnswerText {
  private AnswerText() {}

  /** Shows a field; a dash if it is missing. */
  public static String text(@Nullable Object value) {
    return value == null ? "-" : Shown.of(value.toString());
  }

  public static void printMembers(Map<String, @Nullable Object> all, PrintWriter out) {
    Table table = new Table("name", "address", "status", "voter", "tags");
    maps(all.get("members")).forEach(member -> addMember(table, member, all));
    table.print(out, 5);
    if (all.get("clockProblems") instanceof List<?> problems) {
      problems.forEach(problem -> out.println(text(problem)));
    }
  }

  private static List<Map<?, ?>> maps(@Nullable Object list) {
    return list instanceof List<?> all
        ? all.stream()
            .<Map<?, ?>>mapMulti(
                (one, found) -> {
                  if (one instanceof Map<?, ?> fields) {
                    found.accept(fields);
                  }
                })
            .toList()
        : List.of();
  }

  private static void addMember(Table table, Map<?, ?> member, Map<String, @Nullable Object> all) {
    String name = String.valueOf(member.get("name"));
    boolean isVoter = Boolean.TRUE.equals(member.get("voter"));
    boolean isLeader = name.equals(all.get("votersLeader"));
    table.add(
        Shown.of(name) + (name.equals(all.get("self")) ? " *" : ""),
        text(member.get("address")),
        text(member.get("status"))
            + (Boolean.TRUE.equals(member.get("differs")) ? ", other settings" : ""),
        isLeader ? "leader" : isVoter ? "yes" : "no",
        member.get("tags") instanceof Map<?, ?> tags ? Shown.of(joined(tags)) : "");
  }

  private static String joined(Map<?, ?> tags) {
    return String.join(
        " ", tags.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
  }

  public static void printHealth(Map<String, @Nullable Object> fields, PrintWriter out) {
    StringBuilder line =
        new StringBuilder(Boolean.TRUE.equals(fields.get("good")) ? "good" : "bad");
    fields.forEach(
        (name, value) -> {
          if (!name.equals("good") && !name.equals("problems")) {
            line.append(line.indexOf(":") < 0 ? ": " : ", ").append(name).append(' ');
            line.append(text(value));
          }
        });
    out.println(line);
    if (fields.get("problems") instanceof List<?> problems) {
      problems.forEach(each -> out.println("problem: " + text(each)));
    }
  }

  /** Prints what a node that {@code coterie node} runs knows. */
  public static void printState(Map<String, @Nullable Object> all, PrintWriter out) {
    out.println(
        Shown.of(
            "P%s of %s in the cluster %s, life %s, at %s"
                .formatted(
                    all.get("node"),
                    all.get("protocol"),
                    all.get("cluster"),
                    all.get("life"),
                    all.get("address"))));
    out.println();
    Table table = new Table("channel", "knows");
    for (Map<?, ?> fields : maps(all.get("protocols"))) {
      if (fields.get("text") != null) {
        table.add(text(fields.get("channel")), text(fields.get("text")));
      }
    }
    table.print(out, 2);
  }

  public static void printKeys(
      Map<String, @Nullable Object> fields, PrintWriter out, PrintWriter err) {
    if (fields.get("keys") instanceof List<?> ids) {
      ids.forEach(id -> out.println(id + (id.equals(fields.get("used")) ? " in use" : "")));
    }
    if (fields.get("error") instanceof String sentence) {
      err.println("coterie: " + sentence);
    }
  }

  /** Says what a register holds. */
  public static String register(Map<String, @Nullable Object> fields) {
    boolean isNew = fields.get("version") instanceof Number number && number.longValue() == 0;
    return isNew ? "version 0, never written" : written(fields);
  }

  private static String written(Map<String, @Nullable Object> fields) {
    return "version %s, %s"
        .formatted(fields.get("version"), text(String.valueOf(fields.get("text"))));
  }

  /** Says why a register was not written, or may not have been. */
  public static String unwritten(String register, Map<String, @Nullable Object> fields) {
    return "refused".equals(fields.get("outcome"))
        ? "the register %s was not written: it is at %s".formatted(text(register), written(fields))
        : "whether the register %s was written is unknown: %s"
            .formatted(text(register), text(fields.get("why")));
  }
}
