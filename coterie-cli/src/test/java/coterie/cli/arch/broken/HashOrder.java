package coterie.cli.arch.broken;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

class HashOrder {
  final Map<String, String> map = new HashMap<>();
  final Set<String> set = new HashSet<>();
  final Map<String, String> identity = new IdentityHashMap<>();

  List<Object> made() {
    return List.of(Set.of(1), Map.of(1, 2), Map.copyOf(map));
  }

  Function<Collection<String>, Set<String>> copy() {
    return Set::copyOf;
  }

  List<Object> collected(List<String> names) {
    return List.of(
        names.stream().collect(Collectors.toSet()),
        names.stream().collect(Collectors.toMap(name -> name, String::length)),
        names.stream().collect(Collectors.groupingBy(String::length)));
  }
}
