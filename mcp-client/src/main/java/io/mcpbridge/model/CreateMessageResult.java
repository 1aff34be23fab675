package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The response of the language model.
 *
 * @param content the content blocks; up to 2025-06-18 exactly one
 * @param model the name of the model
 * @param stopReason {@code endTurn}, {@code stopSequence}, {@code maxTokens}, {@code toolUse} or a
 *     value of the provider; {@code null} if unknown
 */
public record CreateMessageResult(
    List<SamplingContent> content, String model, @Nullable String stopReason)
    implements InputResult {

  /** Copies the list. */
  public CreateMessageResult {
    content = List.copyOf(content);
  }

  /** A text response with the stop reason {@code endTurn}. */
  public static CreateMessageResult text(String text, String model) {
    return new CreateMessageResult(List.of(TextContent.of(text)), model, "endTurn");
  }
}
