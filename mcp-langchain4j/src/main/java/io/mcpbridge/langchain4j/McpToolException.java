package io.mcpbridge.langchain4j;

import dev.langchain4j.exception.ToolExecutionException;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import org.jspecify.annotations.Nullable;

/**
 * A failed tool call, if failures are thrown ({@link McpToolProvider.Builder#throwErrors}) and the
 * arguments are not the reason ({@link McpToolArgumentsException}). Its message is for the model.
 * It has no cause on purpose: LangChain4j would send the cause's message to the model. The
 * exception for the developer is {@code output().failure()}.
 */
public final class McpToolException extends ToolExecutionException {

  private static final long serialVersionUID = 1L;

  private static final @Nullable Throwable NO_CAUSE = null;

  private final transient ToolOutput output;

  McpToolException(ToolOutput output) {
    super(output.text(), NO_CAUSE, code(output.failure()));
    this.output = output;
  }

  /** The code of a JSON-RPC error; {@code null} for any other failure. */
  private static @Nullable Integer code(@Nullable McpException failure) {
    return failure instanceof McpErrorResponseException refused ? refused.code() : null;
  }

  /** The output of the call. */
  public ToolOutput output() {
    return output;
  }
}
