package io.mcpbridge.catalog.internal.state;

import io.mcpbridge.catalog.server.ServerError;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.LoggingLevel;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;

/** The most recent errors of one server. Thread-safe. */
final class ErrorHistory {

  static final int CAPACITY = 100;

  private final ArrayDeque<ServerError> errors = new ArrayDeque<>();

  void add(LoggingLevel level, McpException failure) {
    String operation = failure.operation();
    add(
        new ServerError(
            Instant.now(), level, operation == null ? "supervision" : operation, failure.reason()));
  }

  private synchronized void add(ServerError error) {
    if (errors.size() == CAPACITY) {
      errors.removeFirst();
    }
    errors.addLast(error);
  }

  /** Oldest first. */
  synchronized List<ServerError> all() {
    return List.copyOf(errors);
  }
}
