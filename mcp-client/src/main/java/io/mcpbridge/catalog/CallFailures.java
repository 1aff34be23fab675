package io.mcpbridge.catalog;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the developer of calls that failed: each kind of failure once, until a call of the server
 * succeeds again. The model is told of each.
 */
final class CallFailures {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final ToldOnce told = new ToldOnce();

  void happened(McpException failure) {
    if (!(failure instanceof McpCancelledException) && told.isNews(failure.getClass().getName())) {
      log.warn("A tool call failed; the model was told. {}", failure.getMessage());
    } else {
      log.debug("A tool call failed", failure);
    }
  }

  void succeeded() {
    told.forget();
  }
}
