package io.mcpbridge.langchain4j.schema;

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

  void add(Place place, String what) {
    add(place.toString(), what);
  }

  void add(String place, String what) {
    if (all.size() < MOST) {
      all.add(new SchemaLoss(line(place), line(what)));
    } else {
      all.add(new SchemaLoss("#", "loses more than these " + MOST));
    }
  }

  /** For the log: one line that nobody else begins. */
  private static String line(String text) {
    String line = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    return line.replaceAll("[\\p{Cc}\\u2028\\u2029]", "?");
  }

  List<SchemaLoss> all() {
    return List.copyOf(all);
  }
}
