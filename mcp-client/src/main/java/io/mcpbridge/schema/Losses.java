package io.mcpbridge.schema;

import io.mcpbridge.internal.text.DisplayText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what gets lost while one schema is adapted, each once. */
final class Losses {

  /** How many are named; a server decides how many there are. */
  static final int MOST = 20;

  /** Characters of a place or of what is said of it; a server writes references. */
  static final int LONGEST = 500;

  private final Set<SchemaLoss> all = new LinkedHashSet<>();

  void add(SchemaPlace place, String what) {
    add(place.toString(), what);
  }

  void add(String place, String what) {
    if (all.size() < MOST) {
      all.add(new SchemaLoss(DisplayText.line(place, LONGEST), DisplayText.line(what, LONGEST)));
    } else {
      all.add(new SchemaLoss("#", "loses more than these " + MOST));
    }
  }

  List<SchemaLoss> all() {
    return List.copyOf(all);
  }
}
