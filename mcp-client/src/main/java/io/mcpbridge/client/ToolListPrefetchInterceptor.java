package io.mcpbridge.client;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.McpResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the tools before the first tool call if only the list says which tools must be called as
 * tasks (2025-11-25, tasks, tool-level negotiation). Without a task, some servers reject such a
 * call, and others return a failed result. Skipped for servers without tasks.
 */
final class ToolListPrefetchInterceptor implements Interceptor {

  private static final Logger log = LoggerFactory.getLogger(ToolListPrefetchInterceptor.class);

  private final ActiveCall call;
  private final Pagination pages;

  ToolListPrefetchInterceptor(ActiveCall call, Pagination pages) {
    this.call = call;
    this.pages = pages;
  }

  @Override
  public McpResult intercept(Chain chain) {
    if (call.resumesOn() == null
        && chain.request() instanceof CallToolRequest
        && call.connection().taskSupport().isUnknown()) {
      try {
        call.aside(
            () ->
                pages.all(ListToolsRequest.first(), page -> (ListToolsResult) chain.proceed(page)));
      } catch (McpErrorResponseException | McpLimitException | McpProtocolException e) {
        log.debug("Server \"{}\" does not list its tools: {}", chain.server(), e.reason());
      }
    }
    return chain.proceed(chain.request());
  }
}
