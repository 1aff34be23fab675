package io.mcpbridge.spring.oauth.internal.settings;

import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.interfaces.ECKey;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.pem.PemContent;
import org.springframework.core.io.ResourceLoader;

/**
 * Selects the OAuth client of the application from the place in the properties that configures it.
 */
public record OAuthClientSelector(OAuthSettings settings, ResourceLoader resources) {

  private static final int P_256 = 256;
  private static final int P_384 = 384;

  /**
   * Applies a pre-registered client, or a client ID metadata document, or neither, which means
   * dynamic registration.
   */
  public void applyTo(OAuthCredentialsBuilder oauth) {
    OAuthSettings.Layer layer = layer();
    if (layer != null) {
      oauth.client(client(layer));
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
    PrivateKey key = read(pem);
    if (key == null) {
      throw new InvalidMcpConfigurationException(
          layer.name("private-key") + " is not a readable private key.",
          "Set a key as PEM ('-----BEGIN PRIVATE KEY-----'), or where it is, such as"
              + " 'file:/run/secrets/key.pem'.");
    }
    String algorithm = algorithm(key);
    if (algorithm.isEmpty()) {
      throw new InvalidMcpConfigurationException(
          layer.name("private-key") + " has the type " + key.getAlgorithm() + ".",
          "Set an RSA, EC or Ed25519 key.");
    }
    return ClientRegistration.of(id, key, algorithm, null);
  }

  /**
   * Reads a key.
   *
   * @param value PEM, or the location of a file with it
   * @return {@code null} if it cannot be read; the cause is dropped, because it might contain part
   *     of the key
   */
  private @Nullable PrivateKey read(String value) {
    try {
      String pem =
          value.contains("-----BEGIN")
              ? value
              : resources.getResource(value).getContentAsString(StandardCharsets.UTF_8);
      return PemContent.of(pem).getPrivateKey();
    } catch (IOException
        | UncheckedIOException
        | IllegalStateException
        | IllegalArgumentException e) {
      return null;
    }
  }

  /** The default algorithm of a key; empty if its type is not supported. */
  private static String algorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "RS256";
      case "EdDSA", "Ed25519" -> "EdDSA";
      case "EC" -> elliptic(key);
      default -> "";
    };
  }

  private static String elliptic(PrivateKey key) {
    int bits =
        key instanceof ECKey ec ? ec.getParams().getCurve().getField().getFieldSize() : P_256;
    return switch (bits) {
      case P_256 -> "ES256";
      case P_384 -> "ES384";
      default -> "ES512";
    };
  }
}
