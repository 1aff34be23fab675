package io.mcpbridge.catalog.internal.access;

import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.schema.ToolLimit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs warnings about the tools offered to models, each once: tools that are left out or offered
 * with a reduced schema, and more tools than a provider accepts. Thread-safe.
 */
public final class ToolOfferLog {

  private static final Logger log = LoggerFactory.getLogger(ToolOfferLog.class);

  /** Bounds the memory; beyond it, all warnings are logged again. */
  static final int MAX_ENTRIES = 10_000;

  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /** Creates a log without entries. */
  public ToolOfferLog() {}

  /** Logs a report, unless the same one was logged before. */
  public void report(SchemaReport report) {
    warn(report.sentence());
  }

  /** Warns if the number of tools exceeds the limit, once per number. */
  public void count(int tools, ToolLimit limit) {
    if (tools > limit.maxTools()) {
      warn(
          tools
              + " tools are offered to a model of "
              + limit.provider()
              + ", which refuses a request with more than "
              + limit.maxTools()
              + ". Search them (mcp.client.tool-search.mode=auto, or toolSearch of the provider's"
              + " builder), leave some out (properties include and exclude of the servers, or a"
              + " ToolSelection), or give each agent its own (@McpTools, or a ToolView)");
    }
  }

  private void warn(String sentence) {
    if (logged.size() >= MAX_ENTRIES) {
      logged.clear();
    }
    if (logged.add(sentence)) {
      log.warn(sentence);
    }
  }
}
