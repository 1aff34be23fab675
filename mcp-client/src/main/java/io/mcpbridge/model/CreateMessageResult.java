package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the language model answered.
 *
 * @param content the blocks; up to 2025-06-18 exactly one
 * @param model which model it was
 * @param stopReason why it stopped: {@code endTurn}, {@code stopSequence}, {@code maxTokens},
 *     {@code toolUse} or the provider's own word; {@code null} if unknown
 */
public record CreateMessageResult(
    List<SamplingContent> content, String model, @Nullable String stopReason)
    implements InputResult {

  /** Copies the list. */
  public CreateMessageResult {
    content = List.copyOf(content);
  }

  /** A text that the model ended by itself. */
  public static CreateMessageResult text(String text, String model) {
    return new CreateMessageResult(List.of(TextContent.of(text)), model, "endTurn");
  }
}
