package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.text.DisplayText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the losses of adapting one schema, without duplicates. */
final class SchemaLossCollector {

  /** Bounds the number of losses, which depends on the server. */
  static final int MAX_LOSSES = 20;

  /** Bounds the length of a location or text, which may quote the server. */
  static final int MAX_TEXT_LENGTH = 500;

  private final Set<SchemaLoss> all = new LinkedHashSet<>();

  void add(SchemaLocation place, String description) {
    add(place.toString(), description);
  }

  void add(String place, String description) {
    if (all.size() < MAX_LOSSES) {
      all.add(
          new SchemaLoss(
              DisplayText.line(place, MAX_TEXT_LENGTH),
              DisplayText.line(description, MAX_TEXT_LENGTH)));
    } else {
      all.add(new SchemaLoss("#", "has more losses than these " + MAX_LOSSES));
    }
  }

  List<SchemaLoss> all() {
    return List.copyOf(all);
  }
}
