package io.mcpbridge.internal.client;

import io.mcpbridge.internal.text.ServerText;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs skipped entries of a server's lists, each once. */
final class OmissionLogger {

  private static final Logger log = LoggerFactory.getLogger(OmissionLogger.class);
  private static final int MAX_REMEMBERED = 1_000;

  private final String server;
  private final Set<String> logged = new HashSet<>();

  OmissionLogger(String server) {
    this.server = server;
  }

  synchronized void log(String omission) {
    if (logged.size() < MAX_REMEMBERED && logged.add(omission)) {
      log.warn("MCP server \"{}\": {}", server, ServerText.line(omission));
    }
  }
}
