package io.mcpbridge.catalog.server;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpToolErrorException;

/**
 * Decides what the model reads about a failed call of a server's tool, in every framework. Not
 * called for a call that was canceled, that {@link CallGuards} refuse, or of an unknown tool.
 *
 * <pre>{@code
 * ToolCatalog.builder()
 *     .toolErrorHandler(
 *         error ->
 *             error.output().failure() instanceof McpTimeoutException
 *                 ? "The ticket system is slow. Tell the user to try again in an hour."
 *                 : error.output().text())
 * }</pre>
 */
@FunctionalInterface
public interface ToolErrorHandler {

  /**
   * Returns the text for the model. Called on the thread of the call, so it should return fast.
   *
   * @throws McpException ends the request to the agent: thrown to the caller of the AI service or
   *     the {@code ChatClient}, and of the catalog. After any other exception, and {@code null} or
   *     a blank text, the model reads the text of the output, and a warning is logged
   */
  String handle(ToolError error);

  /**
   * A failed call.
   *
   * @param tool the tool, with its server
   * @param caller on whose behalf it was called
   * @param output what the model reads by default, whose {@code failure} is {@code null} if the
   *     tool itself reported the error, or the call was denied
   */
  record ToolError(CatalogTool tool, CallerContext caller, ToolOutput output) {

    /** The failure, or the tool's error as an exception, to end the request with it. */
    public McpException exception() {
      McpException failure = output.failure();
      return failure == null
          ? new McpToolErrorException(output.exceptionText())
              .withOperation(tool.server(), "tools/call " + tool.name())
          : failure;
    }
  }
}
