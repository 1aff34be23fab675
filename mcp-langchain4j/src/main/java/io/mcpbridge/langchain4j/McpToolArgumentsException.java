package io.mcpbridge.langchain4j;

import dev.langchain4j.exception.ToolArgumentsException;
import io.mcpbridge.catalog.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * A tool call whose arguments could not be read, do not fit the tool's schema, or were refused by
 * the server (error -32602), where the application wants failures as exceptions ({@link
 * McpToolProviderBuilder#throwErrors}). LangChain4j gives it to the AI service's {@code
 * toolArgumentsErrorHandler}. Its message is the sentence for the model; it has no cause, for the
 * reason that {@link McpToolException} has none.
 */
public final class McpToolArgumentsException extends ToolArgumentsException {

  private static final long serialVersionUID = 1L;

  private static final @Nullable Throwable NO_CAUSE = null;

  private final transient ToolOutput output;

  /**
   * @param errorCode the server's; {@code null} if nothing was sent
   */
  McpToolArgumentsException(ToolOutput output, @Nullable Integer errorCode) {
    super(output.text(), NO_CAUSE, errorCode);
    this.output = output;
  }

  /** What the call came to; {@code failure()} says why for the developer. */
  public ToolOutput output() {
    return output;
  }
}
