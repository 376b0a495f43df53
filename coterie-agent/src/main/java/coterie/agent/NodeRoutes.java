package coterie.agent;

import coterie.agent.http.AgentRequest;
import coterie.agent.http.Route;
import coterie.agent.http.Route.Access;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that a node answers; node-openapi.yaml tells the same to programs. */
final class NodeRoutes {
  private static final int ARGUMENTS_MAX = 16;

  private final NodeDoor.Behind node;
  private final Events events;
  private final Keys keys;

  NodeRoutes(NodeDoor.Behind node, Events events, Keys keys) {
    this.node = node;
    this.events = events;
    this.keys = keys;
  }

  List<Route> all() {
    return List.of(
        new Route("GET", "/health", Access.OPEN, this::health),
        guarded("GET", "/state", request -> request.answer(200, node.state())),
        guarded("POST", "/calls/{name}", this::call),
        guarded("GET", "/events", events::stream),
        guarded("GET", "/keys", keys::list),
        guarded("POST", "/keys", keys::add),
        guarded("POST", "/keys/{id}", keys::use),
        guarded("DELETE", "/keys/{id}", keys::remove),
        guarded("POST", "/leave", this::leave),
        guarded("GET", "/openapi.yaml", NodeRoutes::openApi));
  }

  private static Route guarded(String method, String path, Route.Handler handler) {
    return new Route(method, path, Access.GUARDED, handler);
  }

  /** A client without the token learns no more than a probe needs. */
  private void health(AgentRequest request) throws IOException {
    List<String> problems = new ArrayList<>(node.problems());
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("good", problems.isEmpty());
    if (request.isKnown()) {
      String open = keys.warning();
      if (open != null) {
        problems.add(open);
      }
      fields.put("problems", problems);
    }
    request.answer(Boolean.TRUE.equals(fields.get("good")) ? 200 : 503, fields);
  }

  private void call(AgentRequest request) throws Exception {
    request.answer(200, node.call(request.word(0), arguments(request)));
  }

  private static List<String> arguments(AgentRequest request) {
    if (request.exchange().body().length == 0) {
      return List.of();
    }
    Map<String, @Nullable Object> body = request.body();
    Object given = body.getOrDefault("arguments", List.of());
    if (!(given instanceof List<?> list) || list.size() > ARGUMENTS_MAX || body.size() > 1) {
      throw new IllegalArgumentException(
          "the body may have \"arguments\", a list of up to %d, and nothing else"
              .formatted(ARGUMENTS_MAX));
    }
    return list.stream().map(NodeRoutes::argument).toList();
  }

  private static String argument(@Nullable Object value) {
    if (value instanceof String || value instanceof Long || value instanceof Boolean) {
      return value.toString();
    }
    throw new IllegalArgumentException("an argument is a string, a whole number or a boolean");
  }

  private void leave(AgentRequest request) throws IOException {
    request.answer(200, Map.of("leaving", true));
    node.leave();
  }

  private static void openApi(AgentRequest request) throws IOException {
    try (InputStream in = NodeRoutes.class.getResourceAsStream("node-openapi.yaml")) {
      if (in == null) {
        throw new IllegalStateException("node-openapi.yaml is missing from the jar");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      request.answer(200, "application/yaml", text);
    }
  }
}
