package coterie.lab.grade;

import coterie.lab.report.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The grades of several files, and their sum. */
public final class GradeReport {
  private final List<Grade> grades;

  public GradeReport(List<Grade> grades) {
    this.grades = List.copyOf(grades);
  }

  public boolean isPassed() {
    return grades.stream().allMatch(Grade::isPassed);
  }

  private int points() {
    return grades.stream().mapToInt(Grade::points).sum();
  }

  private int of() {
    return grades.stream().mapToInt(Grade::of).sum();
  }

  /** Prints what is wrong, and how many files are well. */
  public void printCounts(PrintWriter out) {
    printComplaints(out);
    long passed = grades.stream().filter(Grade::isPassed).count();
    out.printf("%d passed, %d failed%n", passed, grades.size() - passed);
  }

  /** Prints what is wrong, and the points of every file. */
  public void printPoints(PrintWriter out) {
    printComplaints(out);
    if (!isPassed()) {
      out.println();
    }
    Table table = new Table("file", "points");
    for (Grade grade : grades) {
      table.add(grade.file(), "%d of %d".formatted(grade.points(), grade.of()));
    }
    table.add("total", "%d of %d".formatted(points(), of()));
    table.print(out, 1);
  }

  private void printComplaints(PrintWriter out) {
    grades.forEach(grade -> grade.complaints().forEach(out::println));
  }

  /** Returns a line a file, below the names of the columns. */
  public String csv() {
    StringBuilder text = new StringBuilder("file,points,of,passed\n");
    for (Grade grade : grades) {
      text.append(quoted(grade.file()))
          .append(",%d,%d,%b\n".formatted(grade.points(), grade.of(), grade.isPassed()));
    }
    return text.toString();
  }

  private static String quoted(String name) {
    return name.matches("[^\",\\s]*") ? name : "\"" + name.replace("\"", "\"\"") + "\"";
  }

  public Map<String, @Nullable Object> json() {
    List<Map<String, @Nullable Object>> files = new ArrayList<>();
    for (Grade grade : grades) {
      Map<String, @Nullable Object> file = new LinkedHashMap<>();
      file.put("file", grade.file());
      file.put("points", grade.points());
      file.put("of", grade.of());
      file.put("passed", grade.isPassed());
      file.put("complaints", grade.complaints());
      files.add(file);
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("points", points());
    json.put("of", of());
    json.put("passed", isPassed());
    json.put("files", files);
    return json;
  }
}
