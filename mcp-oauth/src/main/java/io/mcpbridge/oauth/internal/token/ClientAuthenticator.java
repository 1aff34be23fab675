package io.mcpbridge.oauth.internal.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.JWTAuthenticationClaimsSet;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.id.ClientID;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import io.mcpbridge.oauth.internal.http.OAuthSetting;
import io.mcpbridge.oauth.internal.http.SettingNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Client authentication at a token endpoint. */
final class ClientAuthenticator {

  private ClientAuthenticator() {}

  /**
   * Creates the authentication for one request; {@code null} for a public client, which sends only
   * its id.
   */
  static @Nullable ClientAuthentication of(
      ClientRegistration client, ServerMetadata server, SettingNames names) {
    ClientID id = new ClientID(client.clientId());
    ClientRegistration.SigningKey key = client.key();
    if (key != null) {
      return signedAssertion(id, key, server, names);
    }
    String secret = client.secret();
    if (secret == null || "none".equals(client.method())) {
      return null;
    }
    return isPosted(client, server)
        ? new ClientSecretPost(id, new Secret(secret))
        : new ClientSecretBasic(id, new Secret(secret));
  }

  private static boolean isPosted(ClientRegistration client, ServerMetadata server) {
    if (client.method() != null) {
      return client.method().equals("client_secret_post");
    }
    List<String> methods = server.tokenEndpointAuthMethods();
    return methods.contains("client_secret_post") && !methods.contains("client_secret_basic");
  }

  /** The audience is the issuer, so that the assertion is useless elsewhere (RFC 7523bis). */
  private static ClientAuthentication signedAssertion(
      ClientID id, ClientRegistration.SigningKey key, ServerMetadata server, SettingNames names) {
    try {
      return new PrivateKeyJWT(
          new JWTAuthenticationClaimsSet(id, new Audience(server.issuer())),
          JWSAlgorithm.parse(key.algorithm()),
          key.key(),
          key.keyId(),
          null);
    } catch (JOSEException | IllegalArgumentException e) {
      throw new OAuthException(
          "the client's key does not support "
              + key.algorithm()
              + " (setting: "
              + names.of(OAuthSetting.KEY_ALGORITHM)
              + ")");
    }
  }
}
