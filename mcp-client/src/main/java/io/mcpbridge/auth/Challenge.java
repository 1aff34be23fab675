package io.mcpbridge.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A 401 or 403 response that asks for other credentials (RFC 9110, section 11.6.1).
 *
 * @param status 401 or 403
 * @param wwwAuthenticate the values of the {@code WWW-Authenticate} headers, in order, unparsed
 * @param dpopNonce the {@code DPoP-Nonce} header, to be used in the next proof (RFC 9449, section
 *     9), if any
 * @param authorization the rejected {@code Authorization} header, if any: a secret, for detecting
 *     that another request has renewed it meanwhile
 * @param inBackground whether the client made the request by itself and no caller waits for it, as
 *     for the stream of server notifications; credentials should not prompt a user then
 * @param waitContext how long the request waits for better credentials
 */
public record Challenge(
    int status,
    List<String> wwwAuthenticate,
    @Nullable String dpopNonce,
    @Nullable String authorization,
    boolean inBackground,
    WaitContext waitContext) {

  /** A challenge of a request with a waiting caller and without a deadline. */
  public Challenge(
      int status,
      List<String> wwwAuthenticate,
      @Nullable String dpopNonce,
      @Nullable String authorization) {
    this(status, wwwAuthenticate, dpopNonce, authorization, false);
  }

  /** A challenge of a request without a deadline. */
  public Challenge(
      int status,
      List<String> wwwAuthenticate,
      @Nullable String dpopNonce,
      @Nullable String authorization,
      boolean inBackground) {
    this(status, wwwAuthenticate, dpopNonce, authorization, inBackground, WaitContext.endless());
  }

  /** Copies the list. */
  public Challenge {
    wwwAuthenticate = List.copyOf(wwwAuthenticate);
  }

  /** A copy for use after the request has ended: without the request's deadline. */
  public Challenge withoutDeadline() {
    return new Challenge(status, wwwAuthenticate, dpopNonce, authorization, inBackground);
  }

  /** Leaves out the rejected header, which is a secret. */
  @Override
  public String toString() {
    return "Challenge[status=" + status + ", wwwAuthenticate=" + wwwAuthenticate + "]";
  }
}
