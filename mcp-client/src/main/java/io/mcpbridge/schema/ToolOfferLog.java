package io.mcpbridge.schema;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of what is offered to models, each warning once, whoever asks: of a tool that is left out
 * or offered with less than its schema says, and of more tools than a provider takes. Thread-safe.
 */
public final class ToolOfferLog {

  private static final Logger log = LoggerFactory.getLogger(ToolOfferLog.class);

  /** Beyond these, what was logged is forgotten, and logged again. */
  static final int MOST_KEPT = 10_000;

  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /** Nothing has been logged yet. */
  public ToolOfferLog() {}

  /** Logs a report, unless the same was logged before. */
  public void report(SchemaReport report) {
    warn(report.sentence());
  }

  /** Logs that there are more tools than the limit, unless there were as many before. */
  public void count(int tools, ToolLimit limit) {
    if (tools > limit.most()) {
      warn(
          tools
              + " tools are offered to a model of "
              + limit.provider()
              + ", which refuses a request with more than "
              + limit.most()
              + ". Leave some out (properties include and exclude of the servers, or a"
              + " ToolSelection), or give each agent its own (@McpTools, or a ToolView)");
    }
  }

  private void warn(String sentence) {
    if (logged.size() >= MOST_KEPT) {
      logged.clear();
    }
    if (logged.add(sentence)) {
      log.warn(sentence);
    }
  }
}
