package io.mcpbridge.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.dpop.DPoPUtils;
import com.nimbusds.oauth2.sdk.token.DPoPAccessToken;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.text.ParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Makes a {@link OAuthTestEnvironment} bind its tokens, including refresh tokens, to the DPoP key
 * of the request, and refuse another key (RFC 9449), as for a public client.
 */
final class DPoPResourceServer {

  private final OAuthTestEnvironment environment;
  private final Map<String, Object> extraMembers;
  private final Map<String, String> keys = new ConcurrentHashMap<>();

  /** The thumbprints of the keys of issued tokens, in order. */
  final List<String> issuedKeys = new CopyOnWriteArrayList<>();

  /**
   * @param extraMembers additional members of the token response
   */
  DPoPResourceServer(OAuthTestEnvironment environment, Map<String, Object> extraMembers) {
    this.environment = environment;
    this.extraMembers = extraMembers;
    environment.scheme = "DPoP";
    environment.tokens = this::answer;
    environment.admits = this::admits;
  }

  static SignedJWT proof(FakeHttpServer.Request request) {
    try {
      SignedJWT proof = SignedJWT.parse(request.header("DPoP"));
      JWK key = proof.getHeader().getJWK();
      if (key.isPrivate() || !proof.verify(new ECDSAVerifier(key.toECKey()))) {
        throw new AssertionError("no proof, or too much");
      }
      return proof;
    } catch (ParseException | JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  static JWTClaimsSet claims(FakeHttpServer.Request request) {
    try {
      return proof(request).getJWTClaimsSet();
    } catch (ParseException e) {
      throw new IllegalStateException(e);
    }
  }

  static String thumbprint(FakeHttpServer.Request request) {
    try {
      return proof(request).getHeader().getJWK().computeThumbprint().toString();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private FakeHttpServer.Reply answer(FakeHttpServer.Request request) {
    String key = thumbprint(request);
    String old = request.form().get("refresh_token");
    if (old != null && !key.equals(keys.remove(old))) {
      return new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"invalid_grant\"}");
    }
    Map<String, Object> members = new HashMap<>(extraMembers);
    members.put("token_type", "DPoP");
    String answer = environment.token(members);
    JsonObject tokens = JsonObject.of(Json.readObject(answer));
    keys.put(tokens.string("access_token", ""), key);
    keys.put(tokens.string("refresh_token", ""), key);
    issuedKeys.add(key);
    return FakeHttpServer.Reply.json(answer);
  }

  private boolean admits(FakeHttpServer.Request request) {
    String authorization = request.header("Authorization");
    if (authorization == null || !authorization.startsWith("DPoP ")) {
      return false;
    }
    String token = authorization.substring("DPoP ".length());
    try {
      return environment.accepted.contains(token)
          && thumbprint(request).equals(keys.get(token))
          && DPoPUtils.computeSHA256(new DPoPAccessToken(token))
              .toString()
              .equals(claims(request).getClaim("ath"));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }
}
