package io.mcpbridge.error;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The request was rejected without being sent. Either the server is protected for now: its circuit
 * breaker is open, it asked for a delay with {@code Retry-After}, or its limit of concurrent calls
 * is reached. Or the source of credentials is unreachable. A retry is safe, unless an earlier
 * attempt of the call may have run ({@link #delivery}).
 */
public class McpUnavailableException extends McpException {
  private static final long serialVersionUID = 1L;

  private final @Nullable Instant until;

  /**
   * @param message why calls are rejected and which settings control that, or who is unreachable
   * @param until when calls are accepted again; {@code null} if unknown
   */
  public McpUnavailableException(String message, @Nullable Instant until) {
    this(message, until, null);
  }

  /**
   * @param message why calls are rejected and which settings control that, or who is unreachable
   * @param until when calls are accepted again; {@code null} if unknown
   * @param cause the underlying failure, if any
   */
  public McpUnavailableException(
      String message, @Nullable Instant until, @Nullable Throwable cause) {
    super(message, cause, Delivery.NOT_SENT);
    this.until = until;
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpUnavailableException(McpUnavailableException original, Copy copy) {
    super(original, copy);
    this.until = original.until;
  }

  /** When calls are accepted again; {@code null} if unknown. */
  public @Nullable Instant until() {
    return until;
  }

  @Override
  protected McpUnavailableException copy(Copy copy) {
    return new McpUnavailableException(this, copy);
  }
}
