package io.mcpbridge.client;

import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what was left out of a server's lists, and each thing once. */
final class Omissions {

  private static final Logger log = LoggerFactory.getLogger(McpClient.class);
  private static final int MOST_REMEMBERED = 1_000;

  private final String server;
  private final Set<String> said = new HashSet<>();

  Omissions(String server) {
    this.server = server;
  }

  synchronized void say(String what) {
    if (said.size() < MOST_REMEMBERED && said.add(what)) {
      log.warn("MCP server \"{}\": {}", server, printable(what));
    }
  }

  /** A server's own words may hold line ends and control characters, which logs must not get. */
  private static String printable(String text) {
    String line = text.replaceAll("\\p{C}", "?");
    return line.length() <= 300 ? line : line.substring(0, 300) + "...";
  }
}
