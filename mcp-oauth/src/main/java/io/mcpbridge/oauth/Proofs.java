package io.mcpbridge.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.oauth2.sdk.dpop.DPoPProofFactory;
import com.nimbusds.oauth2.sdk.dpop.DefaultDPoPProofFactory;
import com.nimbusds.oauth2.sdk.token.DPoPAccessToken;
import com.nimbusds.openid.connect.sdk.Nonce;
import java.net.URI;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Proves, anew for each request, that we have the key that our tokens are bound to (RFC 9449): a
 * token that is stolen without it is worth nothing. The key is made when it is first needed and
 * never leaves the process.
 */
final class Proofs {

  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable DPoPProofFactory factory;

  /**
   * @param accessToken the token that is shown along, if one is
   * @param nonce what the server wants to see in it, if anything
   */
  String proof(String method, URI uri, @Nullable String accessToken, @Nullable String nonce) {
    URI target = withoutQuery(uri);
    Nonce wanted = nonce == null ? null : new Nonce(nonce);
    try {
      return (accessToken == null
              ? factory().createDPoPJWT(method, target, wanted)
              : factory().createDPoPJWT(method, target, new DPoPAccessToken(accessToken), wanted))
          .serialize();
    } catch (JOSEException e) {
      throw new OAuthException("this JDK cannot sign with ES256, which DPoP needs");
    }
  }

  private static URI withoutQuery(URI uri) {
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    return WellKnown.at(uri, path);
  }

  private DPoPProofFactory factory() throws JOSEException {
    lock.lock();
    try {
      DPoPProofFactory now = factory;
      if (now == null) {
        now =
            new DefaultDPoPProofFactory(
                new ECKeyGenerator(Curve.P_256).generate(), JWSAlgorithm.ES256);
        factory = now;
      }
      return now;
    } finally {
      lock.unlock();
    }
  }
}
