package io.mcpbridge.oauth.internal.http;

import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * The response of an authorization server or a metadata endpoint. Its body may hold secrets.
 *
 * @param status the HTTP status
 * @param body the body, if it is a JSON object
 * @param dpopNonce the {@code DPoP-Nonce} header (RFC 9449, section 8), if any
 * @param location the {@code Location} header, if any
 */
public record AuthResponse(
    int status, @Nullable JsonObject body, @Nullable String dpopNonce, @Nullable String location) {

  public boolean isSuccess() {
    return status / 100 == 2;
  }

  /**
   * Whether the failure is temporary: the server or an intermediary is in trouble or overloaded,
   * and nothing was decided (RFC 9110, section 15.6; RFC 6585, section 4).
   */
  public boolean isTemporaryFailure() {
    return status >= 500 || status == 408 || status == 425 || status == 429;
  }

  boolean isRedirect() {
    return status / 100 == 3;
  }

  @Override
  public String toString() {
    return "AuthResponse[status=" + status + ", ...]";
  }
}
