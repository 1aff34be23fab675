package io.mcpbridge.spring.observation;

import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.spring.boot.McpClientProperties.SensitiveAttribute;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of spans that may contain secrets or personal data, if the application includes
 * them. Never in metrics.
 */
final class SensitiveAttributes {

  /** Limit of an attribute in characters; the rest is cut off. */
  static final int MAX_CHARS = 4_096;

  /** Limit of the recorded arguments of one prompt, each of which is an attribute. */
  static final int MAX_VARIABLES = 32;

  private static final String CUT_OFF = "...";

  private final Set<SensitiveAttribute> included;

  SensitiveAttributes(Set<SensitiveAttribute> included) {
    this.included = Set.copyOf(included);
  }

  /** The attributes of an ended observation. */
  KeyValues of(McpClientObservationContext context) {
    KeyValues values = KeyValues.empty();
    if (included.isEmpty()) {
      return values;
    }
    if (included.contains(SensitiveAttribute.ARGUMENTS)) {
      values = values.and(arguments(context));
    }
    if (included.contains(SensitiveAttribute.RESULTS)
        && context.getResponse() instanceof CallToolResult result
        && !result.isError()) {
      values = values.and("gen_ai.tool.call.result", bounded(text(result)));
    }
    return values.and(session(context.sessionId()));
  }

  /** The session id, if it is included. */
  KeyValues session(@Nullable String id) {
    return id == null || !included.contains(SensitiveAttribute.SESSION_ID)
        ? KeyValues.empty()
        : KeyValues.of("mcp.session.id", bounded(id));
  }

  private static KeyValues arguments(McpClientObservationContext context) {
    if (context.request() instanceof CallToolRequest call) {
      return KeyValues.of("gen_ai.tool.call.arguments", bounded(Json.write(call.arguments())));
    }
    return context.request() instanceof GetPromptRequest prompt
        ? KeyValues.of(
            prompt.arguments().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .limit(MAX_VARIABLES)
                .map(
                    entry ->
                        KeyValue.of(
                            "gen_ai.prompt.variable." + entry.getKey(), bounded(entry.getValue())))
                .toList())
        : KeyValues.empty();
  }

  /** JSON where the tool returns JSON, else its text, without images and other blocks. */
  private static String text(CallToolResult result) {
    return result.structuredContent() == null ? result.text() : result.structuredContent().toJson();
  }

  private static String bounded(String text) {
    if (text.length() <= MAX_CHARS) {
      return text;
    }
    int end = MAX_CHARS - CUT_OFF.length();
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + CUT_OFF;
  }
}
