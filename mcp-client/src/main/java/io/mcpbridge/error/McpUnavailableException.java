package io.mcpbridge.error;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The call was rejected without being sent. Either the server is protected for now: its circuit
 * breaker is open, it asked for a delay with {@code Retry-After}, or its limit of concurrent calls
 * is reached. Or the source of credentials is unreachable. The call did not run, so a retry is
 * safe.
 */
public class McpUnavailableException extends McpException {
  private static final long serialVersionUID = 1L;

  private final @Nullable Instant until;

  /**
   * @param message why calls are rejected and which settings control that, or who is unreachable
   * @param until when calls are accepted again; {@code null} if unknown
   */
  public McpUnavailableException(String message, @Nullable Instant until) {
    super(message);
    this.until = until;
    beforeSending();
  }

  /** When calls are accepted again; {@code null} if unknown. */
  public @Nullable Instant until() {
    return until;
  }

  @Override
  public McpUnavailableException again() {
    return causedByThis(new McpUnavailableException(reason(), until));
  }
}
