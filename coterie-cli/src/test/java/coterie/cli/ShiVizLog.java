package coterie.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A log for ShiViz, read back the way it reads it, with the rules that it holds a log to. */
final class ShiVizLog {
  record Event(String host, Map<String, Integer> clock, String text) {
    int number() {
      return clock.getOrDefault(host, 0);
    }

    boolean covers(Event other) {
      return other.clock.entrySet().stream()
          .allMatch(entry -> clock.getOrDefault(entry.getKey(), 0) >= entry.getValue());
    }
  }

  private static final Pattern ENTRY = Pattern.compile("\"([^\"]+)\":([0-9]+)");
  private static final Pattern RECEIPT = Pattern.compile("\\S+ receives (.*) from (P\\d+)");

  final List<Event> events = new ArrayList<>();
  private final Map<String, List<Event>> hosts = new LinkedHashMap<>();

  /** The first line is the pattern, in JavaScript's words; the second one says: one run. */
  ShiVizLog(String file) {
    String[] parts = file.split("\n", 3);
    if (!parts[1].isEmpty()) {
      throw new IllegalArgumentException("the second line is not empty");
    }
    Pattern pattern = Pattern.compile(parts[0].replace("{.*}", "\\{.*\\}"), Pattern.MULTILINE);
    Matcher matcher = pattern.matcher(parts[2].strip());
    while (matcher.find()) {
      Map<String, Integer> clock = new LinkedHashMap<>();
      Matcher entry = ENTRY.matcher(matcher.group("clock"));
      while (entry.find()) {
        clock.put(entry.group(1), Integer.valueOf(entry.group(2)));
      }
      Event event = new Event(matcher.group("host"), clock, matcher.group("event"));
      events.add(event);
      hosts.computeIfAbsent(event.host, key -> new ArrayList<>()).add(event);
    }
  }

  /** What ShiViz would refuse, or what is no happened-before; none if all is well. */
  List<String> flaws() {
    List<String> flaws = new ArrayList<>();
    for (List<Event> own : hosts.values()) {
      for (int i = 0; i < own.size(); i++) {
        Event event = own.get(i);
        if (event.number() != i + 1 || (i > 0 && !event.covers(own.get(i - 1)))) {
          flaws.add("does not follow the one before: " + event);
        }
        addFlaws(event, flaws);
      }
    }
    return flaws;
  }

  private void addFlaws(Event event, List<String> flaws) {
    event.clock.forEach(
        (host, number) -> {
          List<Event> others = hosts.getOrDefault(host, List.of());
          if (number < 1 || number > others.size()) {
            flaws.add("there is no %s:%d: %s".formatted(host, number, event));
          } else if (!event.covers(others.get(number - 1))) {
            flaws.add("does not cover %s:%d: %s".formatted(host, number, event));
          }
        });
    Matcher receipt = RECEIPT.matcher(event.text);
    if (receipt.matches()) {
      String sent = "sends %s to %s".formatted(receipt.group(1), event.host);
      boolean isKnown =
          hosts.getOrDefault(receipt.group(2), List.of()).stream()
              .anyMatch(other -> other.text.endsWith(sent) && event.covers(other));
      if (!isKnown) {
        flaws.add("was received and never sent: " + event);
      }
    }
  }
}
