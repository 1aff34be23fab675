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
 */
public record Challenge(
    int status,
    List<String> wwwAuthenticate,
    @Nullable String dpopNonce,
    @Nullable String authorization,
    boolean inBackground) {

  /** One that somebody waits for. */
  public Challenge(
      int status,
      List<String> wwwAuthenticate,
      @Nullable String dpopNonce,
      @Nullable String authorization) {
    this(status, wwwAuthenticate, dpopNonce, authorization, false);
  }

  /** Copies the list. */
  public Challenge {
    wwwAuthenticate = List.copyOf(wwwAuthenticate);
  }

  /** Without the header that was refused. */
  @Override
  public String toString() {
    return "Challenge[status=" + status + ", wwwAuthenticate=" + wwwAuthenticate + "]";
  }
}
