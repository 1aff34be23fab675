package io.mcpbridge.catalog.server;

import io.mcpbridge.model.LoggingLevel;
import java.time.Instant;

/**
 * An error of a server, for display. Contains no secrets.
 *
 * @param at when
 * @param level {@code ERROR} if the server was unusable, {@code WARNING} if one call failed
 * @param operation what failed, such as {@code tools/call search}
 * @param message the response and what to change, in one line of at most 1,000 characters
 */
public record ServerError(Instant at, LoggingLevel level, String operation, String message) {

  private static final int MAX_LENGTH = 1_000;

  /** Truncates the message. */
  public ServerError {
    message =
        message.length() <= MAX_LENGTH ? message : message.substring(0, MAX_LENGTH - 3) + "...";
  }
}
