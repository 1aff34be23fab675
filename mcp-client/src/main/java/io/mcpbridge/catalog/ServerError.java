package io.mcpbridge.catalog;

import io.mcpbridge.model.LoggingLevel;
import java.time.Instant;

/**
 * Something that went wrong with a server, for people. Holds no secret.
 *
 * @param at when
 * @param level {@code ERROR} if the server could not be used, {@code WARNING} if one call failed
 * @param operation what was tried, such as {@code tools/call search}
 * @param message what came back and what to change, one line of at most 1,000 characters
 */
public record ServerError(Instant at, LoggingLevel level, String operation, String message) {

  private static final int LONGEST = 1_000;

  /** Cuts the message. */
  public ServerError {
    message = message.length() <= LONGEST ? message : message.substring(0, LONGEST - 3) + "...";
  }
}
