package io.mcpbridge.error;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An HTTP answer that carries no JSON-RPC message, such as a 401, a 404 page or a 503. */
public class McpHttpStatusException extends McpException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final @Nullable String challenge;
  private final @Nullable String retryAfter;

  /**
   * @param message what was tried and what came back
   * @param status the HTTP status
   * @param challenge the {@code WWW-Authenticate} header, if any
   * @param retryAfter the {@code Retry-After} header, if any
   */
  public McpHttpStatusException(
      String message, int status, @Nullable String challenge, @Nullable String retryAfter) {
    super(message);
    this.status = status;
    this.challenge = challenge;
    this.retryAfter = retryAfter;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** Whether credentials are missing or were refused (RFC 9110, section 15.5.2). */
  public boolean isUnauthorized() {
    return status == 401;
  }

  /** The {@code WWW-Authenticate} header, if any. */
  public @Nullable String challenge() {
    return challenge;
  }

  /** The {@code Retry-After} header (seconds or a date), if any. */
  public @Nullable String retryAfter() {
    return retryAfter;
  }

  /**
   * How long the server asks to be left alone by {@code Retry-After}, seen from now.
   *
   * @return zero if that is over; {@code null} if it does not ask, or not in a form that is known
   */
  public @Nullable Duration askedPause(Instant now) {
    return RetryAfter.pause(retryAfter, now);
  }

  @Override
  public McpHttpStatusException again() {
    return causedByThis(new McpHttpStatusException(reason(), status, challenge, retryAfter));
  }
}
