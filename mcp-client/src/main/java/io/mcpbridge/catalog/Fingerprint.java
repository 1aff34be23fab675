package io.mcpbridge.catalog;

import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.Arrays;

/** A hash of what a server tells the model of a tool; the order of members does not count. */
final class Fingerprint {

  private Fingerprint() {}

  static String of(Tool tool) {
    ToolAnnotations hints = tool.annotations();
    String definition =
        Json.canonical(
            Arrays.asList(
                tool.title(),
                tool.description(),
                tool.inputSchema(),
                tool.outputSchema(),
                hints.title(),
                hints.readOnlyHint(),
                hints.destructiveHint(),
                hints.idempotentHint(),
                hints.openWorldHint()));
    return Sha256.of(definition);
  }
}
