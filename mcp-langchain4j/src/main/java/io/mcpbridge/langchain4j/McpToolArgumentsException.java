package io.mcpbridge.langchain4j;

import dev.langchain4j.exception.ToolArgumentsException;
import io.mcpbridge.catalog.server.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * A tool call whose arguments could not be read, do not match the tool's schema, or were refused by
 * the server (error -32602), if failures are thrown ({@link McpToolProvider.Builder#throwErrors}).
 * LangChain4j passes it to the AI service's {@code toolArgumentsErrorHandler}. Its message is for
 * the model; it has no cause, for the same reason as {@link McpToolException}.
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

  /** The output of the call; {@code failure()} has the details for the developer. */
  public ToolOutput output() {
    return output;
  }
}
