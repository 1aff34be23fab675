package io.mcpbridge.langchain4j;

import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolErrorVisibleToLlm;
import io.mcpbridge.catalog.server.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * A tool call whose arguments could not be read, do not match the tool's schema, or were refused by
 * the server (error -32602), if failures are thrown ({@link McpToolProviderBuilder#throwErrors}).
 * LangChain4j passes it to the AI service's {@code toolArgumentsErrorHandler}. Its message is for
 * the model; it has no cause, and is visible to the model with LangChain4j 1.21 and newer, for the
 * same reasons as {@link McpToolException}.
 */
public class McpToolArgumentsException extends ToolArgumentsException {

  private static final long serialVersionUID = 1L;

  private static final @Nullable Throwable NO_CAUSE = null;

  private final transient ToolOutput output;

  private McpToolArgumentsException(ToolOutput output, @Nullable Integer errorCode) {
    super(output.exceptionText(), NO_CAUSE, errorCode);
    this.output = output;
  }

  /**
   * @param errorCode the server's; {@code null} if nothing was sent
   */
  static McpToolArgumentsException of(ToolOutput output, @Nullable Integer errorCode) {
    return LangChain4jRelease.HAS_VISIBLE_ERRORS
        ? Visible.visible(output, errorCode)
        : new McpToolArgumentsException(output, errorCode);
  }

  /** The output of the call; {@code failure()} has the details for the developer. */
  public ToolOutput output() {
    return output;
  }

  /** See {@link McpToolException}. */
  private static final class Visible extends McpToolArgumentsException
      implements ToolErrorVisibleToLlm {

    private static final long serialVersionUID = 1L;

    private Visible(ToolOutput output, @Nullable Integer errorCode) {
      super(output, errorCode);
    }

    static McpToolArgumentsException visible(ToolOutput output, @Nullable Integer errorCode) {
      return new Visible(output, errorCode);
    }

    @Override
    public String messageForLlm() {
      return output().text();
    }
  }
}
