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
 * Makes a tool call once more that did not run because the tool has to be called otherwise than is
 * known, if it ever was listed: lists the tools anew in between. Other arguments are expected as
 * headers (2026-07-28, Streamable HTTP, client behavior), or it runs only as a task (2025-11-25,
 * tasks, tool-level negotiation).
 */
final class ToolRenewal implements Interceptor {

  private static final Logger log = LoggerFactory.getLogger(ToolRenewal.class);

  private final ActiveCall call;
  private final Pages pages;
  private final ResultCache cache;

  ToolRenewal(ActiveCall call, Pages pages, ResultCache cache) {
    this.call = call;
    this.pages = pages;
    this.cache = cache;
  }

  @Override
  public McpResult intercept(Chain chain) {
    try {
      return chain.proceed(chain.request());
    } catch (McpHeaderMismatchException | McpTaskRequiredException otherwise) {
      if (!(chain.request() instanceof CallToolRequest)) {
        throw otherwise;
      }
      log.debug(
          "Server \"{}\" is asked for its tools, since: {}", chain.server(), otherwise.reason());
      cache.toolsChanged();
      call.aside(
          () -> pages.all(ListToolsRequest.first(), page -> (ListToolsResult) chain.proceed(page)));
      return chain.proceed(chain.request());
    }
  }
}
