package io.mcpbridge.oauth;

import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What an authorization server, or whoever serves metadata, answered. Its body may be secret.
 *
 * @param status the HTTP status
 * @param body the body, if it is a JSON object
 * @param dpopNonce the {@code DPoP-Nonce} header (RFC 9449, section 8), if any
 * @param location the {@code Location} header, if any
 */
record AuthAnswer(
    int status, @Nullable JsonObject body, @Nullable String dpopNonce, @Nullable String location) {

  boolean isSuccess() {
    return status / 100 == 2;
  }

  /**
   * Whether nothing was decided, and later may do better: somebody on the way, or the server, is in
   * trouble or has too much to do (RFC 9110, section 15.6; RFC 6585, section 4).
   */
  boolean isTrouble() {
    return status >= 500 || status == 408 || status == 425 || status == 429;
  }

  boolean isRedirect() {
    return status / 100 == 3;
  }

  @Override
  public String toString() {
    return "AuthAnswer[status=" + status + ", ...]";
  }
}
