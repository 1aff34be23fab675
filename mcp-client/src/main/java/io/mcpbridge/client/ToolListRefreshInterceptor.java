package io.mcpbridge.client;

import io.mcpbridge.error.McpHeaderMismatchException;
import io.mcpbridge.error.McpTaskRequiredException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.McpResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the tools again and retries a tool call that did not run because the cached definition is
 * outdated, if the tool was ever listed. Either the server expects other arguments as headers
 * (2026-07-28, Streamable HTTP, client behavior), or it runs the tool only as a task (2025-11-25,
 * tasks, tool-level negotiation). The error codes of the latter are ambiguous and may come from a
 * backend after the tool has run, so the new list must confirm it.
 */
final class ToolListRefreshInterceptor implements Interceptor {

  private static final Logger log = LoggerFactory.getLogger(ToolListRefreshInterceptor.class);

  private final ActiveCall call;
  private final Pagination pages;
  private final ResultCache cache;

  ToolListRefreshInterceptor(ActiveCall call, Pagination pages, ResultCache cache) {
    this.call = call;
    this.pages = pages;
    this.cache = cache;
  }

  @Override
  public McpResult intercept(Chain chain) {
    try {
      return chain.proceed(chain.request());
    } catch (McpHeaderMismatchException | McpTaskRequiredException otherwise) {
      if (!(chain.request() instanceof CallToolRequest tool)) {
        throw otherwise;
      }
      boolean wasTask = isTask(tool);
      log.debug(
          "Server \"{}\" is asked for its tools, since: {}", chain.server(), otherwise.reason());
      cache.toolsChanged();
      call.aside(
          () -> pages.all(ListToolsRequest.first(), page -> (ListToolsResult) chain.proceed(page)));
      if (otherwise instanceof McpTaskRequiredException && isTask(tool) == wasTask) {
        throw otherwise;
      }
      return chain.proceed(chain.request());
    }
  }

  private boolean isTask(CallToolRequest tool) {
    return call.connection().taskSupport().isRequired(tool.name());
  }
}
