package io.mcpbridge.catalog;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects warnings about the tools of one listing: logs the first ones, and the number of the
 * rest.
 */
final class ListWarnings {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private static final int MOST = 20;

  private final String server;
  private final String what;
  private int number;

  /**
   * @param what what the tools have in common, such as "hold invisible characters"
   */
  ListWarnings(String server, String what) {
    this.server = server;
    this.what = what;
  }

  void add(Supplier<String> sentence) {
    if (++number <= MOST) {
      log.warn("{}", sentence.get());
    }
  }

  /** Ends the listing. */
  void end() {
    if (number > MOST) {
      log.warn("MCP server \"{}\": {} more of its tools {}", server, number - MOST, what);
    }
  }
}
