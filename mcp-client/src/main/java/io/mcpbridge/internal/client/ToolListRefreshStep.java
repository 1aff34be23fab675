package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHeaderMismatchException;
import io.mcpbridge.error.McpTaskRequiredException;
import io.mcpbridge.internal.client.connection.ResultCache;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import io.mcpbridge.model.CallToolRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the tools again and retries a tool call that did not run because the cached definition is
 * outdated, if the tool was ever listed. Either the server expects other arguments as headers
 * (2026-07-28, Streamable HTTP, client behavior), or it runs the tool only as a task (2025-11-25,
 * tasks, tool-level negotiation). The error codes of the latter are ambiguous and may come from a
 * backend after the tool has run, so the new list must confirm it.
 */
final class ToolListRefreshStep implements PipelineStep<ClientCall> {

  private static final Logger log = LoggerFactory.getLogger(ToolListRefreshStep.class);

  /** The rejection because of which the tools are listed again. */
  private static final StepField<McpException> OUTDATED = new StepField<>();

  private final Pagination pages;
  private final ResultCache cache;

  ToolListRefreshStep(Pagination pages, ResultCache cache) {
    this.pages = pages;
    this.cache = cache;
  }

  @Override
  public Next before(ClientCall call) {
    McpException outdated = OUTDATED.get(call);
    if (outdated != null && call.request() instanceof CallToolRequest tool) {
      boolean wasTask = isTask(call, tool);
      log.debug(
          "Refreshing the tool list of server \"{}\": {}",
          call.settings().name(),
          outdated.reason());
      cache.toolsChanged();
      call.listTools(pages);
      if (outdated instanceof McpTaskRequiredException && isTask(call, tool) == wasTask) {
        throw outdated;
      }
    }
    return Next.PROCEED;
  }

  @Override
  public Next after(ClientCall call) {
    boolean isRepeated = OUTDATED.get(call) != null;
    OUTDATED.set(call, null);
    if (!isRepeated
        && call.request() instanceof CallToolRequest
        && call.failure() instanceof McpException failure
        && (failure instanceof McpHeaderMismatchException
            || failure instanceof McpTaskRequiredException)) {
      OUTDATED.set(call, failure);
      return Next.AGAIN;
    }
    return Next.RETURN;
  }

  private static boolean isTask(ClientCall call, CallToolRequest tool) {
    return call.connection().taskSupport().isRequired(tool.name());
  }
}
