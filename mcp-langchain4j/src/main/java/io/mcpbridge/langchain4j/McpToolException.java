package io.mcpbridge.langchain4j;

import dev.langchain4j.exception.ToolExecutionException;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that failed, where the application wants that as an exception ({@link
 * McpToolProviderBuilder#throwErrors}) and the arguments are not the reason ({@link
 * McpToolArgumentsException}). Its message is the sentence for the model. It has no cause on
 * purpose: LangChain4j would tell the model the cause's message, which is the developer's; that is
 * in {@code output().failure()}.
 */
public final class McpToolException extends ToolExecutionException {

  private static final long serialVersionUID = 1L;

  private static final @Nullable Throwable NO_CAUSE = null;

  private final transient ToolOutput output;

  McpToolException(ToolOutput output) {
    super(output.text(), NO_CAUSE, code(output.failure()));
    this.output = output;
  }

  /** That of a JSON-RPC error; {@code null} if the tool itself or something else failed. */
  private static @Nullable Integer code(@Nullable McpException failure) {
    return failure instanceof McpErrorResponseException refused ? refused.code() : null;
  }

  /** What the call came to. */
  public ToolOutput output() {
    return output;
  }
}
