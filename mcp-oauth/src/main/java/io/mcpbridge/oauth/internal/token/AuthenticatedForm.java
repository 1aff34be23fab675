package io.mcpbridge.oauth.internal.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.JWTAuthentication;
import com.nimbusds.oauth2.sdk.auth.JWTAuthenticationClaimsSet;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import io.mcpbridge.oauth.internal.http.AuthRequest;
import io.mcpbridge.oauth.internal.http.OAuthSetting;
import io.mcpbridge.oauth.internal.http.SettingNames;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A form with client authentication. Built here instead of with the request classes of Nimbus,
 * which differ between the versions that applications bring along.
 */
final class AuthenticatedForm {

  private final ClientRegistration client;
  private final @Nullable ClientAuthentication proof;
  private final Map<String, List<String>> parameters;

  /**
   * @param parameters without those of the client authentication
   * @param names how messages name settings
   */
  AuthenticatedForm(
      ClientRegistration client,
      ServerMetadata server,
      Map<String, List<String>> parameters,
      SettingNames names) {
    this.client = client;
    this.proof = authentication(client, server, names);
    this.parameters = new LinkedHashMap<>(parameters);
  }

  /** Whether the client authenticates, instead of only sending its id. */
  boolean isAuthenticated() {
    return proof != null;
  }

  AuthenticatedForm parameter(String name, String value) {
    parameters.put(name, List.of(value));
    return this;
  }

  AuthRequest toRequest(String description, URI endpoint) {
    Map<String, List<String>> all = new LinkedHashMap<>(parameters);
    Map<String, String> headers = Map.of();
    if (proof instanceof ClientSecretBasic basic) {
      headers = Map.of("Authorization", basic.toHTTPAuthorizationHeader());
    } else {
      // Optional with an assertion (RFC 7521, section 4.2), but some servers insist on it.
      all.put("client_id", List.of(client.clientId()));
    }
    if (proof instanceof ClientSecretPost post) {
      all.putAll(post.toParameters());
    } else if (proof instanceof JWTAuthentication signed) {
      all.putAll(signed.toParameters());
    }
    return AuthRequest.form(description, endpoint, headers, URLUtils.serializeParameters(all));
  }

  /**
   * Creates the authentication for one request; {@code null} for a public client, which sends only
   * its id.
   */
  private static @Nullable ClientAuthentication authentication(
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
