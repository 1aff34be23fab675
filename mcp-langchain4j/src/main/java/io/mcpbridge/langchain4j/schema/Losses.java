package io.mcpbridge.langchain4j.schema;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what gets lost while one schema is adapted, each once. */
final class Losses {

  /** How many are named; a server decides how many there are. */
  static final int MOST = 20;

  private final Set<SchemaLoss> all = new LinkedHashSet<>();

  void add(Place place, String what) {
    add(place.toString(), what);
  }

  void add(String place, String what) {
    if (all.size() < MOST) {
      all.add(new SchemaLoss(place, what));
    } else {
      all.add(new SchemaLoss("#", "loses more than these " + MOST));
    }
  }

  List<SchemaLoss> all() {
    return List.copyOf(all);
  }
}
