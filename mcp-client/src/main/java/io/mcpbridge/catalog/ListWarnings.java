package io.mcpbridge.catalog;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warnings about the tools of one list: the first are logged one by one, the rest as a number. */
final class ListWarnings {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private static final int MOST = 20;

  private final String server;
  private final String what;
  private int number;

  /**
   * @param what is true of each of those tools, such as "hold invisible characters"
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

  /** All tools of the list have been looked at. */
  void end() {
    if (number > MOST) {
      log.warn("MCP server \"{}\": {} more of its tools {}", server, number - MOST, what);
    }
  }
}
