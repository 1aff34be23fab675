package io.mcpbridge.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that says how to do better (RFC 9110, section 11.6.1).
 *
 * @param status 401 or 403
 * @param wwwAuthenticate the values of the {@code WWW-Authenticate} headers, in order, unparsed
 * @param dpopNonce the {@code DPoP-Nonce} header, which the next proof is to hold (RFC 9449,
 *     section 9), if any
 * @param authorization the {@code Authorization} header that was refused, if there was one: a
 *     secret, to see whether somebody else has renewed it meanwhile
 * @param inBackground whether nobody waits for the answer, since the client asked by itself: for
 *     the stream on which a server speaks unasked. No reason to bother a person
 * @param patience how long the request waits for better credentials
 */
public record Challenge(
    int status,
    List<String> wwwAuthenticate,
    @Nullable String dpopNonce,
    @Nullable String authorization,
    boolean inBackground,
    Patience patience) {

  /** One that somebody waits for, for as long as it takes. */
  public Challenge(
      int status,
      List<String> wwwAuthenticate,
      @Nullable String dpopNonce,
      @Nullable String authorization) {
    this(status, wwwAuthenticate, dpopNonce, authorization, false);
  }

  /** One whose request waits for as long as it takes. */
  public Challenge(
      int status,
      List<String> wwwAuthenticate,
      @Nullable String dpopNonce,
      @Nullable String authorization,
      boolean inBackground) {
    this(status, wwwAuthenticate, dpopNonce, authorization, inBackground, Patience.endless());
  }

  /** Copies the list. */
  public Challenge {
    wwwAuthenticate = List.copyOf(wwwAuthenticate);
  }

  /** The same without the patience of its request, which may be over by then: for later. */
  public Challenge alone() {
    return new Challenge(status, wwwAuthenticate, dpopNonce, authorization, inBackground);
  }

  /** Without the header that was refused. */
  @Override
  public String toString() {
    return "Challenge[status=" + status + ", wwwAuthenticate=" + wwwAuthenticate + "]";
  }
}
