package io.mcpbridge.oauth;

import com.nimbusds.jose.JWSAlgorithm;
import java.security.PrivateKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client is called at one authorization server, and how it proves to be itself there.
 * Immutable; secrets are not in {@code toString}.
 */
public final class ClientRegistration {

  private final String clientId;
  private final @Nullable String issuer;
  private final @Nullable String secret;
  private final @Nullable String method;
  private final @Nullable SigningKey key;
  private final boolean firstIssuer;

  /** A key that a client signs assertions with (RFC 7523). */
  record SigningKey(PrivateKey key, JWSAlgorithm algorithm, @Nullable String keyId) {
    @Override
    public String toString() {
      return "SigningKey[" + algorithm + "]";
    }
  }

  private ClientRegistration(
      String clientId,
      @Nullable String issuer,
      @Nullable String secret,
      @Nullable String method,
      @Nullable SigningKey key,
      boolean firstIssuer) {
    this.clientId = Objects.requireNonNull(clientId, "clientId");
    this.issuer = issuer;
    this.secret = secret;
    this.method = method;
    this.key = key;
    this.firstIssuer = firstIssuer;
  }

  /** A public client: it has a name and no secret. */
  public static ClientRegistration of(String clientId) {
    return new ClientRegistration(clientId, null, null, null, null, false);
  }

  /** A client with a secret. */
  public static ClientRegistration of(String clientId, String secret) {
    Objects.requireNonNull(secret, "secret");
    return new ClientRegistration(clientId, null, secret, null, null, false);
  }

  /**
   * A client that signs assertions instead of showing a secret ({@code private_key_jwt}).
   *
   * @param algorithm such as {@code ES256}
   * @param keyId the key's name in the client's key set, if it has one
   */
  public static ClientRegistration of(
      String clientId, PrivateKey key, String algorithm, @Nullable String keyId) {
    SigningKey signing = new SigningKey(key, JWSAlgorithm.parse(algorithm), keyId);
    return new ClientRegistration(clientId, null, null, "private_key_jwt", signing, false);
  }

  /**
   * The same, for the authorization server with this issuer alone. What can be used by whoever sees
   * it, which is a secret and the assertion of a platform, is shown to nobody without; otherwise an
   * MCP server could say that some other authorization server is the one to show it to. A name
   * alone, or a key, which signs for one issuer, needs none: then the registration is for the first
   * authorization server that the MCP server names, and for no other while the application runs.
   */
  public ClientRegistration at(String issuer) {
    Objects.requireNonNull(issuer, "issuer");
    return new ClientRegistration(clientId, issuer, secret, method, key, false);
  }

  /**
   * The same, for the first authorization server that the MCP server names, whichever that is, and
   * for no other while the application runs. With a secret, that is for MCP servers which are as
   * much to be trusted as the authorization server itself, where its issuer is not known.
   */
  public ClientRegistration atFirstIssuer() {
    return new ClientRegistration(clientId, null, secret, method, key, true);
  }

  /**
   * The same, authenticating in this way (RFC 8414: {@code client_secret_basic}, {@code
   * client_secret_post}, {@code none}). Without, what the authorization server's metadata lists.
   */
  public ClientRegistration authenticatedBy(String method) {
    return new ClientRegistration(clientId, issuer, secret, method, key, firstIssuer);
  }

  /** What the client is called. */
  public String clientId() {
    return clientId;
  }

  /** The authorization server it is for, or {@code null} if that is open. */
  public @Nullable String issuer() {
    return issuer;
  }

  /** Whether it is said for whom it is, be it for whomever. */
  boolean isAddressed() {
    return issuer != null || firstIssuer;
  }

  @Nullable String secret() {
    return secret;
  }

  @Nullable String method() {
    return method;
  }

  @Nullable SigningKey key() {
    return key;
  }

  @Override
  public String toString() {
    return "ClientRegistration[" + clientId + (issuer == null ? "" : " at " + issuer) + "]";
  }
}
