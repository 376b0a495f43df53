package coterie.agent;

import coterie.Coterie;
import coterie.Register;
import coterie.agent.http.AgentRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What an agent answers about registers. */
final class RegisterRoutes {
  private static final String EXPECTED = "expected";

  private final Coterie node;

  RegisterRoutes(Coterie node) {
    this.node = node;
  }

  void get(AgentRequest request) throws IOException, InterruptedException, TimeoutException {
    String name = request.word(0);
    Register.Value value = node.register(name).get();
    Map<String, @Nullable Object> fields = named(name);
    fields.put("version", value.version());
    fields.put("text", value.text());
    request.answer(200, fields);
  }

  /** Under a condition if the body has one. */
  void set(AgentRequest request) throws IOException, InterruptedException {
    Map<String, @Nullable Object> body = request.body();
    String name = request.word(0);
    String text = AgentRequest.text(body, "text");
    Register register = node.register(name);
    Register.Outcome outcome =
        body.containsKey(EXPECTED)
            ? register.compareAndSet(expected(body), text)
            : register.set(text);
    Map<String, @Nullable Object> fields = named(name);
    switch (outcome) {
      case Register.Written(long version) -> {
        fields.put("outcome", "written");
        fields.put("version", version);
      }
      case Register.Refused(long version, String current) -> {
        fields.put("outcome", "refused");
        fields.put("version", version);
        fields.put("text", current);
      }
      case Register.Unknown(String why) -> {
        fields.put("outcome", "unknown");
        fields.put("why", why);
      }
    }
    request.answer(200, fields);
  }

  private static Map<String, @Nullable Object> named(String name) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("register", name);
    return fields;
  }

  private static long expected(Map<String, @Nullable Object> body) {
    boolean isWhole =
        body.get(EXPECTED) instanceof Number number
            && number.doubleValue() == number.longValue()
            && number.longValue() >= 0;
    if (isWhole && body.get(EXPECTED) instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalArgumentException(
        "\"expected\" is the version that was read, a number from 0");
  }
}
