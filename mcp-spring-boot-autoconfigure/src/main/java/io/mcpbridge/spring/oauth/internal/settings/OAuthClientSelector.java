package io.mcpbridge.spring.oauth.internal.settings;

import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties;
import java.security.PrivateKey;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ResourceLoader;

/**
 * Selects the OAuth client of the application from the place in the properties that configures it.
 */
public final class OAuthClientSelector {

  private final OAuthSettings settings;
  private final ResourceLoader resources;

  public OAuthClientSelector(OAuthSettings settings, ResourceLoader resources) {
    this.settings = settings;
    this.resources = resources;
  }

  private @Nullable ClientRegistration client() {
    OAuthSettings.Layer layer = layer();
    return layer == null ? null : client(layer);
  }

  /**
   * Applies a pre-registered client, or a client ID metadata document, or neither, which means
   * dynamic registration.
   */
  public void applyTo(OAuthCredentialsBuilder oauth) {
    ClientRegistration client = client();
    if (client != null) {
      oauth.client(client);
    }
    String document = settings.text(McpOAuthProperties::clientIdMetadataDocument);
    if (!document.isEmpty()) {
      try {
        oauth.clientIdMetadataDocument(document);
      } catch (IllegalArgumentException e) {
        throw settings.invalid(
            "client-id-metadata-document",
            McpOAuthProperties::clientIdMetadataDocument,
            "is not an https URL with a path.",
            "Set the URL at which this application hosts its metadata.");
      }
    }
  }

  /**
   * The pre-registered client of a grant without user interaction.
   *
   * @param secretNeeded whether the client has to authenticate
   */
  public ClientRegistration required(boolean secretNeeded) {
    OAuthSettings.Layer layer = layer();
    if (layer == null) {
      throw settings.invalid(
          "client-id",
          McpOAuthProperties::clientId,
          "is not set.",
          "Register this application at the authorization server, and set 'client-id' and"
              + " 'issuer' to the values that you received.");
    }
    if (secretNeeded && !hasProof(layer)) {
      throw new InvalidMcpConfigurationException(
          "Neither "
              + layer.name("client-secret")
              + " nor "
              + layer.name("private-key")
              + " is set.",
          "Set one of them: this grant requires client authentication.");
    }
    requireIssuer(layer);
    return client(layer);
  }

  /**
   * The first place that sets a client id. Client properties in other places would be ignored, so
   * they are refused.
   */
  private OAuthSettings.@Nullable Layer layer() {
    for (OAuthSettings.Layer layer : settings.layers()) {
      if (!layer.text(McpOAuthProperties::clientId).isEmpty()) {
        return layer;
      }
      refuseWithoutClient(layer, "client-secret", McpOAuthProperties::clientSecret);
      refuseWithoutClient(layer, "private-key", McpOAuthProperties::privateKey);
      refuseWithoutClient(layer, "issuer", McpOAuthProperties::issuer);
    }
    return null;
  }

  private static void refuseWithoutClient(
      OAuthSettings.Layer layer,
      String property,
      Function<McpOAuthProperties, @Nullable String> value) {
    if (!layer.text(value).isEmpty()) {
      throw new InvalidMcpConfigurationException(
          layer.name(property) + " is set without " + layer.name("client-id") + ".",
          "Set 'client-id', 'issuer' and the secret or key in one place: what belongs to one"
              + " authorization server must not reach another.");
    }
  }

  private static boolean hasProof(OAuthSettings.Layer layer) {
    return !layer.text(McpOAuthProperties::clientSecret).isEmpty()
        || !layer.text(McpOAuthProperties::privateKey).isEmpty();
  }

  private static void requireIssuer(OAuthSettings.Layer layer) {
    if (layer.text(McpOAuthProperties::issuer).isEmpty()) {
      throw new InvalidMcpConfigurationException(
          layer.name("issuer") + " is not set.",
          "Set the authorization server that this client is registered at, exactly as its metadata"
              + " names it; otherwise an MCP server could choose who receives its secret.");
    }
  }

  private ClientRegistration client(OAuthSettings.Layer layer) {
    String id = layer.text(McpOAuthProperties::clientId);
    String secret = layer.text(McpOAuthProperties::clientSecret);
    String key = layer.text(McpOAuthProperties::privateKey);
    String issuer = layer.text(McpOAuthProperties::issuer);
    if (!secret.isEmpty() && !key.isEmpty()) {
      throw new InvalidMcpConfigurationException(
          layer.name("client-secret") + " and " + layer.name("private-key") + " are both set.",
          "Keep one of them.");
    }
    if (hasProof(layer)) {
      requireIssuer(layer);
    }
    ClientRegistration client = ClientRegistration.of(id);
    if (!secret.isEmpty()) {
      client = ClientRegistration.of(id, secret);
    } else if (!key.isEmpty()) {
      client = signing(layer, id, key);
    }
    return issuer.isEmpty() ? client : client.at(issuer);
  }

  private ClientRegistration signing(OAuthSettings.Layer layer, String id, String pem) {
    PrivateKey key = SigningKeys.read(pem, resources);
    if (key == null) {
      throw new InvalidMcpConfigurationException(
          layer.name("private-key") + " is not a readable private key.",
          "Set a key as PEM ('-----BEGIN PRIVATE KEY-----'), or where it is, such as"
              + " 'file:/run/secrets/key.pem'.");
    }
    String algorithm = SigningKeys.algorithm(key);
    if (algorithm.isEmpty()) {
      throw new InvalidMcpConfigurationException(
          layer.name("private-key") + " has the type " + key.getAlgorithm() + ".",
          "Set an RSA, EC or Ed25519 key.");
    }
    return ClientRegistration.of(id, key, algorithm, null);
  }
}
