package io.mcpbridge.catalog.server;

import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.StructuredContent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call, for the model and for the application.
 *
 * @param text what the model reads: never empty, without stack traces or secrets
 * @param isError whether the model should treat it as a failure
 * @param structuredContent the structured content, for the application
 * @param content all content blocks, including those that the text only mentions
 * @param meta the result's {@code _meta}: for the application, never for the model
 * @param failure why the call failed, for the developer; {@code null} if the tool answered, and if
 *     no server was called because the tool is unknown, disabled or was denied
 * @param errorPrefix what the text begins with because the tool reported an error, such as {@code
 *     "Error: "}; empty for none
 */
public record ToolOutput(
    String text,
    boolean isError,
    @Nullable StructuredContent structuredContent,
    List<ContentBlock> content,
    Map<String, @Nullable Object> meta,
    @Nullable McpException failure,
    String errorPrefix) {

  /** An output without a prefix. */
  public ToolOutput(
      String text,
      boolean isError,
      @Nullable StructuredContent structuredContent,
      List<ContentBlock> content,
      Map<String, @Nullable Object> meta,
      @Nullable McpException failure) {
    this(text, isError, structuredContent, content, meta, failure, "");
  }

  /** Copies the list. */
  public ToolOutput {
    content = List.copyOf(content);
  }

  public static ToolOutput success(String text) {
    return new ToolOutput(text, false, null, List.of(), Map.of(), null);
  }

  public static ToolOutput refusal(String text) {
    return new ToolOutput(text, true, null, List.of(), Map.of(), null);
  }

  public static ToolOutput failure(String text, McpException failure) {
    return new ToolOutput(text, true, null, List.of(), Map.of(), failure);
  }

  /** The text without the prefix, as the message of an exception. */
  public String exceptionText() {
    return text.startsWith(errorPrefix) ? text.substring(errorPrefix.length()) : text;
  }

  /** About how many tokens the text takes. Computed at each call. */
  public int tokens() {
    return TokenEstimate.of(text);
  }

  /** The same result with another text for the model. */
  public ToolOutput withText(String newText) {
    return new ToolOutput(newText, isError, structuredContent, content, meta, failure, errorPrefix);
  }
}
