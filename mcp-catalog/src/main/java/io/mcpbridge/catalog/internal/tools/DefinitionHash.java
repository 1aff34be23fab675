package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A hash of the parts of a tool definition that the model sees, independent of member order. */
public final class DefinitionHash {

  private DefinitionHash() {}

  public static String of(Tool tool) {
    return Sha256.of(definition(tool));
  }

  /** Compares the fingerprints of two tools without computing them. */
  static boolean areSame(Tool first, Tool second) {
    return parts(first).equals(parts(second));
  }

  /** The input of the hash, as one line of JSON. */
  static String definition(Tool tool) {
    return Json.canonical(parts(tool));
  }

  private static List<@Nullable Object> parts(Tool tool) {
    ToolAnnotations hints = tool.annotations();
    return Arrays.asList(
        tool.title(),
        tool.description(),
        tool.inputSchema(),
        tool.outputSchema(),
        hints.title(),
        hints.readOnlyHint(),
        hints.destructiveHint(),
        hints.idempotentHint(),
        hints.openWorldHint());
  }
}
