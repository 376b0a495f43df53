package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Option;
import coterie.agent.Agent;
import coterie.agent.AgentOptions;
import coterie.agent.AgentSettings;
import coterie.lab.page.PageServer.ServedPage;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** A cluster that runs is watched: a real agent, which votes for itself, and then dies. */
@ExtendWith(SharedPage.class)
class ClusterIT {
  private static final String SAID = "T.text(T.one('lab-live'))";

  @TempDir Path folder;

  private Agent agent(String token) throws Exception {
    AgentSettings settings =
        new AgentSettings()
            .flag(Option.CLUSTER, "test")
            .flag(Option.NAME, "anna")
            .flag(Option.BIND, "127.0.0.1:0")
            .flag(AgentOptions.HTTP, "127.0.0.1:0")
            .flag(Option.VOTERS, "anna")
            .flag(Option.DATA, folder.toString())
            .flag(Option.TAGS, "role=<b>web</b>");
    if (!token.isEmpty()) {
      settings.flag(AgentOptions.TOKEN, token);
    }
    return Agent.start(settings.config(), line -> {}, false);
  }

  private static URI address(Agent agent) {
    return URI.create("http://" + agent.http());
  }

  @Test
  void clusterIsWatchedUntilItDies(Page page) throws Exception {
    try (Agent agent = agent("");
        ServedPage served = Page.serve(List.of(address(agent)))) {
      page.visit(served.address() + "#cluster");
      page.until("it is live", "T.text(T.one('.pill', T.one('lab-live'))) === 'live'");
      assertThat(page.text(SAID)).contains("Observed, not simulated", "anna", "answers", "alive");
      page.until(
          "its leader", "T.text(T.all('tbody tr', T.one('lab-live'))[0]).includes('★ leads')");
      page.until(
          "its health", "T.all('td .ok', T.one('lab-live')).some((one) => T.text(one) === 'good')");
      page.write("T.one('input[name=name]', T.one('lab-live'))", "backup" + Keys.ENTER);
      page.until("a lock", "/backup free/.test(T.text(T.one('.locks', T.one('lab-live'))))");
      page.write("T.one('input[name=text]', T.one('lab-live'))", "hello <i>all</i>" + Keys.ENTER);
      page.until("a message to all", "/broadcast: done/.test(" + SAID + ")");
      page.until(
          "it is in what happened",
          "T.text(T.one('ol.events', T.one('lab-live'))).includes('hello <i>all</i>')");
      int frames = page.number("T.one('lab-live').recording.frames.length");
      page.until(
          "it goes on", "T.one('lab-live').recording.frames.length > arguments[0] + 1", frames);
      page.js(
          """
          const range = T.one("input[type=range]", T.one("lab-live"));
          range.value = "0";
          range.dispatchEvent(new Event("input"));
          """);
      page.until(
          "the past", "T.text(T.one('.pill', T.one('lab-live'))) === 'a moment of the recording'");
      page.click("T.button('Now', T.one('lab-live'))");
      page.until("now", "T.text(T.one('.pill', T.one('lab-live'))) === 'live'");
      agent.close();
      page.until("it is gone", "T.text(T.one('.pill', T.one('lab-live'))) === 'no agent answers'");
      assertThat(page.text(SAID)).contains("silent");
      assertThat(
              page.is(
                  "T.all('td .ok', T.one('lab-live')).some((one) => ['good',"
                      + " 'answers'].includes(T.text(one)))"))
          .as("healthy")
          .isFalse();
      assertThat(page.complaints()).isEmpty();
      page.expect("net::ERR", "Failed to load resource", "Failed to fetch");
    }
    page.load("");
  }

  @Test
  void tokenIsAskedForAndKeptNowhere(Page page) throws Exception {
    try (Agent agent = agent("a-secret-of-twenty-letters");
        ServedPage served = Page.serve(List.of(address(agent)))) {
      page.visit(served.address() + "#cluster");
      page.until("the question", "T.one('input[type=password]', T.one('lab-live'))");
      page.write(
          "T.one('input[type=password]', T.one('lab-live'))",
          "a-secret-of-twenty-letters" + Keys.TAB);
      page.until("it is live", "T.text(T.one('.pill', T.one('lab-live'))) === 'live'");
      assertThat(
              page.text(
                  "JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) +"
                      + " document.cookie + location.href"))
          .doesNotContain("a-secret");
      assertThat(page.complaints()).isEmpty();
      page.expect("net::ERR", "Failed to load resource", "Failed to fetch");
    }
    page.load("");
  }

  @Test
  void withoutAClusterThePageSaysHowToWatchOne(Page page) {
    page.load("#cluster", false);
    page.until("a sentence", SAID + ".includes('./coterie lab --cluster')");
  }

  @Test
  void serverThatWasEndedIsToldAsGone(Page page) {
    ServedPage served = Page.serve(List.of(URI.create("http://127.0.0.1:1")));
    try (served) {
      page.loadFrom(served.address(), "?session=server");
      page.press("Cluster");
      page.until(
          "nobody answers", "T.text(T.one('.pill', T.one('lab-live'))) === 'no agent answers'");
    }
    page.until("the server is gone", "/^stale/.test(T.text(T.one('.pill', T.one('lab-live'))))");
    assertThat(page.text(SAID)).contains("The laboratory's server does not answer");
    page.press("Laboratory");
    page.js("await lab.open('protocol raft\\n', 'again')");
    page.until("a sentence", "/server does not answer/.test(T.text(T.one('.news.bad')))");
    assertThat(page.is("lab.run.count > 0")).as("the run before is kept").isTrue();
    page.expect("net::ERR", "Failed to load resource", "Failed to fetch");
    page.load("");
    page.expect("net::ERR", "Failed to load resource", "Failed to fetch");
  }
}
