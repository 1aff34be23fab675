package io.mcpbridge.langchain4j;

import dev.langchain4j.exception.ToolErrorVisibleToLlm;
import dev.langchain4j.exception.ToolExecutionException;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import org.jspecify.annotations.Nullable;

/**
 * A failed tool call, if failures are thrown ({@link McpToolProviderBuilder#throwErrors}) and the
 * arguments are not the reason ({@link McpToolArgumentsException}). Its message is for the model.
 * It has no cause on purpose: LangChain4j would send the cause's message to the model. The
 * exception for the developer is {@code output().failure()}. With LangChain4j 1.21 and newer it is
 * a {@code ToolErrorVisibleToLlm}, so that the model reads the message whatever the error handler.
 */
public class McpToolException extends ToolExecutionException {

  private static final long serialVersionUID = 1L;

  private static final @Nullable Throwable NO_CAUSE = null;

  private final transient ToolOutput output;

  private McpToolException(ToolOutput output) {
    super(output.exceptionText(), NO_CAUSE, code(output.failure()));
    this.output = output;
  }

  static McpToolException of(ToolOutput output) {
    return LangChain4jRelease.HAS_VISIBLE_ERRORS
        ? Visible.visible(output)
        : new McpToolException(output);
  }

  /** The code of a JSON-RPC error; {@code null} for any other failure. */
  private static @Nullable Integer code(@Nullable McpException failure) {
    return failure instanceof McpErrorResponseException refused ? refused.code() : null;
  }

  /** The output of the call. */
  public ToolOutput output() {
    return output;
  }

  /** Loaded only where its interface exists. */
  private static final class Visible extends McpToolException implements ToolErrorVisibleToLlm {

    private static final long serialVersionUID = 1L;

    private Visible(ToolOutput output) {
      super(output);
    }

    /** A method of this class, so that the verifier does not load it for the other one. */
    static McpToolException visible(ToolOutput output) {
      return new Visible(output);
    }

    @Override
    public String messageForLlm() {
      return output().text();
    }
  }
}
