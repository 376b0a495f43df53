package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** Lessons tell a story, ask, and judge what the reader does. */
@ExtendWith(SharedPage.class)
class LessonIT {
  private static final String CLICK = "lesson().steps.findIndex((one) => one.question?.click)";
  private static final String CHANGE =
      "lesson().steps.findIndex((one) => one.question?.change?.tools.includes('drop'))";

  @BeforeEach
  void open(Page page) {
    page.load("#lessons/bully", false);
    page.js("globalThis.lesson = () => T.one('lab-lesson')");
    page.until(
        "the lesson",
        "lesson()?.steps.length > 5 && lab.run.head.protocol === 'bully' && T.one('lab-diagram')");
    page.js("await lesson().ready");
  }

  private static void step(Page page, String which) {
    page.js("await lesson().goTo(" + which + "); await lesson().updateComplete");
  }

  private static String verdict(Page page) {
    return page.until("a verdict", "lesson().verdict && T.text(T.one('.verdict', lesson()))");
  }

  /** Does what the solution of the lesson says, or something else. */
  private static void statement(Page page, String text) {
    page.press("Write it as a statement");
    page.write("T.one('form.write input', lesson())", text + Keys.ENTER);
  }

  @Test
  void stepsTellTheStory(Page page) {
    String first = page.text("T.text(T.one('.caption', lesson()))");
    page.press("Next");
    page.press("Next");
    page.until("the third", "lesson().at === 2");
    assertThat(page.text("T.text(T.one('.caption', lesson()))")).isNotEqualTo(first);
    assertThat(page.is("lab.cursor >= 0")).as("the picture follows").isTrue();
    page.js("document.activeElement?.blur()");
    page.type(Keys.ARROW_LEFT);
    page.until("the second", "lesson().at === 1");
  }

  @Test
  void clickIsJudged(Page page) {
    step(page, CLICK);
    page.js(
        "lab.choose({ event: T.event((i, run) => run.kind[i] === 8 && run.labelOf(i) ==="
            + " 'Campaigned') })");
    page.press("This is my answer");
    assertThat(verdict(page)).startsWith("Not yet.");
    page.until("a hint", "T.one('.hint', lesson())");
    page.js(
        "lab.choose({ event: T.event((i, run) => run.kind[i] === 8 && run.labelOf(i) === 'Leads' &&"
            + " run.nodes[run.node[i]] === 'P5') })");
    page.press("This is my answer");
    page.until(
        "it is right",
        "lesson().verdict.right && T.text(T.one('.verdict', lesson())).startsWith('Yes.')");
    assertThat(page.is("T.one('.places .solved', lesson())")).isTrue();
  }

  @Test
  void changeIsJudgedByItsRun(Page page) {
    step(page, CHANGE);
    statement(page, "drop Ok P5 -> P1");
    assertThat(verdict(page)).startsWith("Not yet.");
    page.press("Back to the lesson's run");
    page.until("the lesson's run", "lab.branch.parent === null");
    statement(page, "drop Coordinator P5 -> P1");
    page.until(
        "it is right",
        "lesson().verdict?.right && T.text(T.one('.verdict', lesson())).startsWith('Yes.')");
  }

  @Test
  void messageIsLostByAButton(Page page) {
    step(page, CHANGE);
    page.js(
        "lab.choose({ event: T.event((i, run) => run.kind[i] === 0 && run.labelOf(i) ==="
            + " 'Coordinator' && run.nodes[run.node[i]] === 'P5' && run.nodes[run.peer[i]] ==="
            + " 'P1') })");
    page.press("Lose this message");
    page.until("it is right", "lesson().verdict?.right");
  }

  /** The solution and the wrong answers that the authors wrote down, for each question of all. */
  @Test
  void everySolutionIsRightAndEveryWrongAnswerIsWrong(Page page) {
    List<String> wrong =
        page.js(
            """
            const { judgeChange, addedTo, placeOf, judgeClick } = await import("coterie/lessons/check.js");
            const { Lab } = await import("coterie/store.js");
            const found = [];
            let asked = 0;
            for (const { name, title } of await (await fetch("lessons/index.json")).json()) {
              const lesson = await (await fetch(`lessons/${name}.json`)).json();
              const lab = new Lab(globalThis.lab.session);
              for (const [i, { question, scenario }] of lesson.steps.entries()) {
                if (!question) continue;
                asked++;
                const text = (scenario ?? lesson.scenario).join("\\n") + "\\n";
                if (!(await lab.open(text, title))) { found.push(`${name}: ${lab.error.message}`); continue; }
                const root = lab.branch;
                if (question.change) {
                  for (const [one, isRight] of [[question.solution, true], ...(question.wrong ?? []).map((each) => [each, false])]) {
                    if (!one.do) continue;
                    lab.select(root.id);
                    if (!(await lab.fork([one.do].flat().join("\\n")))) { found.push(`${name} ${i}: ${lab.error.message}`); continue; }
                    const { right, why } = await judgeChange(lab.run, question, addedTo(root.text, lab.branch.text));
                    if (right !== isRight) found.push(`${name} ${i}: ${one.do} is ${right}: ${why}`);
                    lab.remove(lab.branch.id);
                  }
                } else if (question.solution.click) {
                  lab.select(root.id);
                  const event = await placeOf(lab.run, question.solution.click);
                  const { right, why } = await judgeClick(lab.run, question, { event });
                  if (!right) found.push(`${name} ${i}: the solution is refused: ${why}`);
                }
              }
              await lab.run?.close();
            }
            if (asked < 5) found.push(`only ${asked} questions`);
            return found;
            """);
    assertThat(wrong).isEmpty();
  }

  @Test
  void presenterModeIsLarge(Page page) {
    page.press("Present");
    page.until("large", "lesson().classList.contains('presented')");
    int size = page.number("parseFloat(getComputedStyle(T.one('.caption p', lesson())).fontSize)");
    assertThat(size).isGreaterThanOrEqualTo(20);
    int at = page.number("lesson().at");
    page.type(Keys.PAGE_DOWN);
    page.until("one key for a step", "lesson().at === arguments[0] + 1", at);
    page.type(Keys.ESCAPE);
    page.until("as before", "!lesson().classList.contains('presented')");
  }
}
