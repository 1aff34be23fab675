package io.mcpbridge.oauth.core;

import java.security.PrivateKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The client id at one authorization server, and how the client authenticates there. Immutable;
 * {@code toString} omits secrets.
 */
public final class ClientRegistration {

  private final String clientId;
  private final @Nullable String issuer;
  private final @Nullable String secret;
  private final @Nullable String method;
  private final @Nullable SigningKey key;
  private final boolean firstIssuer;

  /** A key that signs assertions (RFC 7523). */
  public record SigningKey(PrivateKey key, String algorithm, @Nullable String keyId) {
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

  /** A public client: an id without a secret. */
  public static ClientRegistration of(String clientId) {
    return new ClientRegistration(clientId, null, null, null, null, false);
  }

  /** A confidential client with a secret. */
  public static ClientRegistration of(String clientId, String secret) {
    Objects.requireNonNull(secret, "secret");
    return new ClientRegistration(clientId, null, secret, null, null, false);
  }

  /**
   * A client that authenticates with signed assertions instead of a secret ({@code
   * private_key_jwt}).
   *
   * @param algorithm such as {@code ES256}
   * @param keyId the key's id in the client's key set, if it has one
   */
  public static ClientRegistration of(
      String clientId, PrivateKey key, String algorithm, @Nullable String keyId) {
    SigningKey signing = new SigningKey(key, algorithm, keyId);
    return new ClientRegistration(clientId, null, null, "private_key_jwt", signing, false);
  }

  /**
   * A copy for the authorization server with this issuer only. A secret or a workload identity
   * assertion can be replayed by any server that receives it, so it requires an issuer (or {@link
   * #atFirstIssuer}); otherwise an MCP server could name its own authorization server and collect
   * it. A client id alone, or a key, which signs for one issuer, requires none: the registration is
   * then used with the first authorization server that the MCP server names, and with no other
   * while the application runs.
   */
  public ClientRegistration at(String issuer) {
    Objects.requireNonNull(issuer, "issuer");
    return new ClientRegistration(clientId, issuer, secret, method, key, false);
  }

  /**
   * A copy for the first authorization server that the MCP server names, whichever that is, and for
   * no other while the application runs. With a secret, use it only for MCP servers that are as
   * trustworthy as the authorization server itself, if its issuer is not known.
   */
  public ClientRegistration atFirstIssuer() {
    return new ClientRegistration(clientId, null, secret, method, key, true);
  }

  /**
   * A copy with this authentication method (RFC 8414: {@code client_secret_basic}, {@code
   * client_secret_post}, {@code none}). By default, the metadata of the authorization server
   * decides.
   */
  public ClientRegistration authenticatedBy(String method) {
    return new ClientRegistration(clientId, issuer, secret, method, key, firstIssuer);
  }

  /** The client id. */
  public String clientId() {
    return clientId;
  }

  /** The issuer of the authorization server it is for, or {@code null} if that is open. */
  public @Nullable String issuer() {
    return issuer;
  }

  /** Whether {@link #at} or {@link #atFirstIssuer} selected an authorization server. */
  public boolean isAddressed() {
    return issuer != null || firstIssuer;
  }

  public @Nullable String secret() {
    return secret;
  }

  public @Nullable String method() {
    return method;
  }

  public @Nullable SigningKey key() {
    return key;
  }

  @Override
  public String toString() {
    return "ClientRegistration[" + clientId + (issuer == null ? "" : " at " + issuer) + "]";
  }
}
