package io.mcpbridge.oauth.internal.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.oauth2.sdk.dpop.DPoPProofFactory;
import com.nimbusds.oauth2.sdk.dpop.DefaultDPoPProofFactory;
import com.nimbusds.oauth2.sdk.token.DPoPAccessToken;
import com.nimbusds.openid.connect.sdk.Nonce;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.internal.discovery.WellKnown;
import java.net.URI;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;

/**
 * The DPoP key that a token is bound to (RFC 9449): a token stolen without it is worthless. Each
 * login has its own, for the token, its refreshes and their proofs; it is stored with the token,
 * since neither is of use without the other.
 */
public final class DPoPKey {

  private final ECKey key;

  private DPoPKey(ECKey key) {
    this.key = key;
  }

  /** Generates a key on the curve P-256. */
  public static DPoPKey generate() {
    try {
      return new DPoPKey(new ECKeyGenerator(Curve.P_256).generate());
    } catch (JOSEException e) {
      throw unsupportedAlgorithm();
    }
  }

  /** Reads the format of {@link #toJwk}; {@code null} if it is not such a key. */
  public static @Nullable DPoPKey of(String jwk) {
    try {
      ECKey key = ECKey.parse(jwk);
      return key.isPrivate() && Curve.P_256.equals(key.getCurve()) ? new DPoPKey(key) : null;
    } catch (ParseException | IllegalArgumentException | IllegalStateException e) {
      return null;
    }
  }

  /** The key, if the token is bound and the key is valid. */
  public static @Nullable DPoPKey of(OAuthToken token) {
    return token.dpopKey() == null ? null : of(token.dpopKey());
  }

  /** Whether a bound token was stored without its key: it can be neither sent nor refreshed. */
  public static boolean isMissing(OAuthToken token) {
    return token.type().equals("DPoP") && of(token) == null;
  }

  /** The private key as a JWK (RFC 7517): a secret. */
  public String toJwk() {
    return key.toJSONString();
  }

  /** Identifies the key without disclosing it (RFC 7638). */
  String thumbprint() {
    try {
      return key.computeThumbprint().toString();
    } catch (JOSEException e) {
      throw unsupportedAlgorithm();
    }
  }

  /**
   * Creates the proof for one request.
   *
   * @param accessToken the access token of the request, if any
   * @param nonce the nonce that the server requires, if any
   */
  public String proof(
      String method, URI uri, @Nullable String accessToken, @Nullable String nonce) {
    URI target = withoutQuery(uri);
    Nonce dpopNonce = nonce == null ? null : new Nonce(nonce);
    try {
      DPoPProofFactory proofs = new DefaultDPoPProofFactory(key, JWSAlgorithm.ES256);
      return (accessToken == null
              ? proofs.createDPoPJWT(method, target, dpopNonce)
              : proofs.createDPoPJWT(method, target, new DPoPAccessToken(accessToken), dpopNonce))
          .serialize();
    } catch (JOSEException e) {
      throw unsupportedAlgorithm();
    }
  }

  private static URI withoutQuery(URI uri) {
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    return WellKnown.atRoot(uri, path);
  }

  private static OAuthException unsupportedAlgorithm() {
    return new OAuthException("this JDK cannot sign with ES256, which DPoP needs");
  }

  @Override
  public String toString() {
    return "DPoPKey";
  }
}
