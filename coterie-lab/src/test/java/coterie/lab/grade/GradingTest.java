package coterie.lab.grade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GradingTest {
  @TempDir private Path folder;

  private Path file(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, List.of(lines));
  }

  private GradeReport report() throws IOException {
    Grading grading = new Grading(Recipes.of(GradingTest.class.getClassLoader()));
    List<Grade> grades = new ArrayList<>();
    for (Path one : Grading.files(folder)) {
      Grade grade = grading.gradeAny(one);
      grades.add(
          new Grade(
              folder.relativize(one).toString(),
              grade.points(),
              grade.of(),
              grade.complaints().stream().map(text -> text.replace(folder + "/", "")).toList()));
    }
    return new GradeReport(grades);
  }

  @Test
  void complaintNamesItsFile() throws IOException {
    Path empty = file("empty.scenario");
    Path lossy = file("lossy.scenario", "protocol raft", "schedule manual", "loss 0.1");
    Grading grading = new Grading(Recipes.of(GradingTest.class.getClassLoader()));
    for (Path one : List.of(empty, lossy)) {
      String complaint = grading.gradeAny(one).complaints().getFirst();
      assertEquals(one + ": ", complaint.substring(0, (one + ": ").length()));
    }
  }

  @Test
  void everyExpectationIsAPoint() throws IOException {
    file(
        "anna/bully.scenario",
        "protocol bully",
        "nodes 3",
        "until 10",
        "expect never two-leaders",
        "expect P2 leads",
        "expect P0 leads");
    file("anna/plain.scenario", "protocol vring", "nodes 3", "until 10");
    file("ben/typo.txt", "protocol bully", "expct agreed");
    file(
        "ben/wrong.trace",
        "# Two processes.",
        "protocol vring",
        "nodes 2",
        "until 30",
        "show notes",
        "---");
    file("notes.md", "not a scenario");
    GradeReport report = report();
    assertFalse(report.isPassed());
    StringWriter text = new StringWriter();
    report.printPoints(new PrintWriter(text, true));
    List<String> lines = text.toString().lines().toList();
    assertEquals(
        "anna/bully.scenario: expected \"P0 leads\", but at 10 P2 leads", lines.getFirst());
    assertEquals(
        List.of(
            "file                 points",
            "anna/bully.scenario  2 of 3",
            "anna/plain.scenario  1 of 1",
            "ben/typo.txt         0 of 1",
            "ben/wrong.trace      0 of 1",
            "total                3 of 6"),
        lines.subList(lines.indexOf("file                 points"), lines.size()));
    assertEquals(
        """
        file,points,of,passed
        anna/bully.scenario,2,3,false
        anna/plain.scenario,1,1,true
        ben/typo.txt,0,1,false
        ben/wrong.trace,0,1,false
        """,
        report.csv());
    assertEquals(3, report.json().get("points"));
  }

  @Test
  void aFolderWithoutScenariosIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Grading.files(folder));
  }
}
