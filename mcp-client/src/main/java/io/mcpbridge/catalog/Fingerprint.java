package io.mcpbridge.catalog;

import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A hash of what a server tells the model of a tool; the order of members does not count. */
final class Fingerprint {

  private Fingerprint() {}

  static String of(Tool tool) {
    ToolAnnotations hints = tool.annotations();
    String definition =
        Json.write(
            Arrays.asList(
                tool.title(),
                tool.description(),
                sorted(tool.inputSchema()),
                sorted(tool.outputSchema()),
                hints.title(),
                hints.readOnlyHint(),
                hints.destructiveHint(),
                hints.idempotentHint(),
                hints.openWorldHint()));
    return Sha256.of(definition);
  }

  private static @Nullable Object sorted(@Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      Map<String, @Nullable Object> members = new TreeMap<>();
      object.forEach((name, member) -> members.put(String.valueOf(name), sorted(member)));
      return members;
    }
    return value instanceof Collection<?> elements
        ? elements.stream().map(Fingerprint::sorted).toList()
        : value;
  }
}
