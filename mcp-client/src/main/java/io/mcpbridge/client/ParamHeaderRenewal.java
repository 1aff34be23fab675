package io.mcpbridge.client;

import io.mcpbridge.error.McpHeaderMismatchException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.McpResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a tool call once more that did not run because the server expects other arguments as
 * headers than its tools said when they were listed last: lists them anew in between (2026-07-28,
 * Streamable HTTP, client behavior).
 */
final class ParamHeaderRenewal implements Interceptor {

  private static final Logger log = LoggerFactory.getLogger(ParamHeaderRenewal.class);

  private final ActiveCall call;
  private final Pages pages;

  ParamHeaderRenewal(ActiveCall call, Pages pages) {
    this.call = call;
    this.pages = pages;
  }

  @Override
  public McpResult intercept(Chain chain) {
    try {
      return chain.proceed(chain.request());
    } catch (McpHeaderMismatchException mismatch) {
      if (!(chain.request() instanceof CallToolRequest)) {
        throw mismatch;
      }
      log.debug(
          "Server \"{}\" is asked for its tools, since: {}", chain.server(), mismatch.reason());
      call.aside(
          () -> pages.all(ListToolsRequest.first(), page -> (ListToolsResult) chain.proceed(page)));
      return chain.proceed(chain.request());
    }
  }
}
