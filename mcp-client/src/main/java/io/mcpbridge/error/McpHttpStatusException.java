package io.mcpbridge.error;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An HTTP response without a JSON-RPC message, such as a 401, a 404 page or a 503. */
public class McpHttpStatusException extends McpException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final @Nullable String challenge;
  private final @Nullable String retryAfter;

  /**
   * @param message what was tried, and the outcome
   * @param status the HTTP status
   * @param challenge the {@code WWW-Authenticate} header, if any
   * @param retryAfter the {@code Retry-After} header, if any
   */
  public McpHttpStatusException(
      String message, int status, @Nullable String challenge, @Nullable String retryAfter) {
    super(message, null, isRejection(status) ? Delivery.NOT_RUN : Delivery.SENT);
    this.status = status;
    this.challenge = challenge;
    this.retryAfter = retryAfter;
  }

  /** A request that was not sent because it would get this status. */
  McpHttpStatusException(String message, int status, @Nullable Throwable cause) {
    super(message, cause, Delivery.NOT_SENT);
    this.status = status;
    this.challenge = null;
    this.retryAfter = null;
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpHttpStatusException(McpHttpStatusException original, Copy copy) {
    super(original, copy);
    this.status = original.status;
    this.challenge = original.challenge;
    this.retryAfter = original.retryAfter;
  }

  /**
   * The exception for an HTTP status: an {@link McpAuthorizationException} for 401 and 403.
   *
   * @param message what was tried, and the outcome
   * @param status the HTTP status
   * @param challenge the {@code WWW-Authenticate} header, if any
   * @param retryAfter the {@code Retry-After} header, if any
   */
  public static McpHttpStatusException of(
      String message, int status, @Nullable String challenge, @Nullable String retryAfter) {
    return status == 401 || status == 403
        ? new McpAuthorizationException(message, status, challenge, retryAfter)
        : new McpHttpStatusException(message, status, challenge, retryAfter);
  }

  /** Whether the server rejects the request before running it (RFC 9110; RFC 6585, section 4). */
  private static boolean isRejection(int status) {
    return status == 401 || status == 403 || status == 429;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** Whether credentials are missing or were rejected (RFC 9110, section 15.5.2). */
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
   * The remaining delay that the {@code Retry-After} header requests.
   *
   * @param now the current time
   * @return zero if it has passed; {@code null} if the header is missing or malformed
   */
  public @Nullable Duration retryAfter(Instant now) {
    return RetryAfter.pause(retryAfter, now);
  }

  @Override
  protected McpHttpStatusException copy(Copy copy) {
    return new McpHttpStatusException(this, copy);
  }
}
