package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** A run is chosen: by a form, as a text, or among the examples. */
@ExtendWith(SharedPage.class)
class ChooseIT {
  private static final String FIELD =
      "T.all('lab-choose label.field').find((one) =>"
          + " T.text(one).startsWith('%s'))?.querySelector('input')";

  @Test
  void formMakesAScenarioThatRuns(Page page) {
    page.show("protocol raft", "until 2");
    page.press("Form");
    page.js(
        """
        const select = T.one("lab-choose label.field select");
        select.value = "bully";
        select.dispatchEvent(new Event("change"));
        """);
    page.until("a run of bully", "lab.run.head.protocol === 'bully'");
    page.write(FIELD.formatted("Processes"), "7" + Keys.TAB);
    page.until("seven processes", "lab.run.nodes.length === 7");
    page.press("Text");
    assertThat(page.<String>js("return T.one('lab-editor textarea').value"))
        .contains("protocol bully\n", "nodes 7\n");
  }

  @Test
  void formHasTheSettingsOfTheProtocol(Page page) {
    page.show("protocol vring", "until 100");
    page.press("Form");
    page.click(
        "T.all('lab-choose details > summary').find((one) => T.text(one).startsWith('Settings'))");
    List<String> named =
        page.until(
            "fields for settings",
            "T.all('lab-choose .setting').length && T.all('lab-choose .setting').map((one) =>"
                + " T.text(one))");
    List<String> wanted =
        page.js(
            """
            const recipe = (await lab.protocols()).find((one) => one.name === "vring");
            return recipe.settings.map((one) => `${one.name}|${one.help}`);
            """);
    assertThat(named).hasSameSizeAs(wanted).hasSizeGreaterThan(3);
    for (int i = 0; i < named.size(); i++) {
      for (String part : wanted.get(i).split("\\|", -1)) {
        assertThat(named.get(i)).contains(part.replaceAll("\\s+", " ").strip());
      }
    }
    page.write(
        "T.all('lab-choose .setting').find((one) =>"
            + " T.text(one).startsWith('timeout')).querySelector('input')",
        "7" + Keys.TAB);
    page.until("the setting in the text", "lab.branch.text.includes('set timeout 7\\n')");
  }

  @Test
  void mistakeStandsAtItsLine(Page page) {
    page.show("protocol raft", "until 2");
    page.press("Text");
    page.write("T.one('lab-editor textarea')", "protocol raft\nnodes 3\nuntil tomorrow\n");
    page.until("the line", "T.one('lab-editor .numbers .bad')?.textContent === '3'");
    assertThat(page.text("T.text(T.one('#editor-says'))"))
        .startsWith("Line 3")
        .contains("\"tomorrow\" is not a time");
    assertThat(page.is("T.one('lab-editor .paper .mark')")).isTrue();
    page.press("Run");
    page.until("the refusal", "lab.error?.line === 3 && T.one('.news.bad')");
    assertThat(page.text("T.text(T.one('.news.bad'))")).contains("Line 3");
    assertThat(page.text("lab.run.nodes.length")).as("the run before").isEqualTo("4");
    page.write("T.one('lab-editor textarea')", "protocol raft\nnodes 3\nuntil 1\n");
    page.until("no mistake", "T.text(T.one('#editor-says')).startsWith('No mistakes')");
    page.press("Run");
    page.until("the new run", "lab.run.nodes.length === 3 && !T.one('.news.bad')");
  }

  @Test
  void exampleOpens(Page page) {
    page.show("protocol raft", "until 2");
    page.press("Examples");
    page.until("the list", "T.all('ul.examples li').length > 50");
    page.write("T.one('lab-choose input[type=search]')", "highest process falls");
    page.until("one that fits", "T.all('ul.examples li').length === 1");
    page.press("bully-highest");
    page.until(
        "its run", "lab.run.head.protocol === 'bully' && lab.branch.title === 'bully-highest'");
    assertThat(page.text("lab.branch.text")).contains("protocol bully\n").doesNotContain("---");
    assertThat(page.number("lab.run.count")).isGreaterThan(20);
  }
}
