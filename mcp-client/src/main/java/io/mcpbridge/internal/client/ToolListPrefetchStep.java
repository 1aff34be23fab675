package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.model.CallToolRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the tools before the first tool call if only the list says which tools must be called as
 * tasks (2025-11-25, tasks, tool-level negotiation). Without a task, some servers reject such a
 * call, and others return a failed result. Skipped for servers without tasks.
 */
final class ToolListPrefetchStep implements PipelineStep<ClientCall> {

  private static final Logger log = LoggerFactory.getLogger(ToolListPrefetchStep.class);

  private final Pagination pages;

  ToolListPrefetchStep(Pagination pages) {
    this.pages = pages;
  }

  @Override
  public Next before(ClientCall call) {
    if (call.request() instanceof CallToolRequest && call.connection().taskSupport().isUnknown()) {
      try {
        call.listTools(pages);
      } catch (McpErrorResponseException | McpLimitException | McpProtocolException e) {
        log.debug("Server \"{}\" does not list its tools: {}", call.settings().name(), e.reason());
      }
    }
    return Next.PROCEED;
  }
}
