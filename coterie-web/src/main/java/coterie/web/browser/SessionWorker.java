package coterie.web.browser;

import coterie.lab.session.LabAnswer;
import coterie.lab.session.LabSession;
import coterie.protocols.Protocols;
import coterie.sim.scenario.Recipes;
import org.jspecify.annotations.Nullable;
import org.teavm.jso.JSBody;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;
import org.teavm.jso.typedarrays.Int8Array;

/** What the browser's Worker calls: one function that takes a text and gives a text and bytes. */
public final class SessionWorker {
  private static final Recipes RECIPES = new Recipes(new Protocols().recipes());
  private static final RunDigest DIGEST = new RunDigest(RECIPES);
  private static final LabSession SESSION = new LabSession(RECIPES);

  /** How an answer looks in JavaScript. */
  public interface Reply extends JSObject {}

  private SessionWorker() {}

  /** Answers a request. What is thrown here is an error in JavaScript, with the same message. */
  @JSExport
  public static Reply answer(String request) {
    if (request.startsWith("digest\n")) {
      return reply(DIGEST.answer(request), null);
    }
    LabAnswer answer = SESSION.answer(request);
    return reply(
        answer.text(),
        answer.bytes().length == 0 ? null : Int8Array.copyFromJavaArray(answer.bytes()));
  }

  @JSBody(
      params = {"text", "bytes"},
      script = "return { text: text, bytes: bytes };")
  private static native Reply reply(String text, @Nullable Int8Array bytes);
}
