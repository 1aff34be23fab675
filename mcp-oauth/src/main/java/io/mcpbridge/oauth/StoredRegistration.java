package io.mcpbridge.oauth;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an authorization server gave when a client registered by itself (RFC 7591, section 3.2.1).
 * {@code toString} does not show the secret.
 *
 * @param clientId what the client is called there
 * @param clientSecret what it proves that with, if it was given anything
 * @param authenticationMethod how ({@code token_endpoint_auth_method}), if that was said
 * @param secretExpires when it has to register anew; {@code null} if never
 * @param redirectUri where it said that people are sent back to; for another place it registers
 *     anew
 */
public record StoredRegistration(
    String clientId,
    @Nullable String clientSecret,
    @Nullable String authenticationMethod,
    @Nullable Instant secretExpires,
    URI redirectUri) {

  /** The name and the place are always known. */
  public StoredRegistration {
    Objects.requireNonNull(clientId, "clientId");
    Objects.requireNonNull(redirectUri, "redirectUri");
    if (clientId.isEmpty()) {
      throw new IllegalArgumentException("a client has a name");
    }
  }

  ClientRegistration at(String issuer) {
    ClientRegistration client =
        clientSecret == null
            ? ClientRegistration.of(clientId)
            : ClientRegistration.of(clientId, clientSecret);
    return (authenticationMethod == null ? client : client.authenticatedBy(authenticationMethod))
        .at(issuer);
  }

  boolean isGoodAt(Instant time) {
    return secretExpires == null || time.isBefore(secretExpires);
  }

  /**
   * As a text for a store, with the names of RFC 7591. It holds the secret.
   *
   * @see #fromJson
   */
  public String toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("client_id", clientId);
    if (clientSecret != null) {
      json.put("client_secret", clientSecret);
    }
    if (authenticationMethod != null) {
      json.put("token_endpoint_auth_method", authenticationMethod);
    }
    if (secretExpires != null) {
      json.put("client_secret_expires_at", secretExpires.getEpochSecond());
    }
    json.put("redirect_uri", redirectUri.toString());
    return Json.write(json);
  }

  /**
   * Back from {@link #toJson}; members that are not known are left out.
   *
   * @throws IllegalArgumentException if it is no such text; the message does not quote it
   */
  public static StoredRegistration fromJson(String text) {
    try {
      JsonObject json = JsonObject.of(Json.read(text));
      Long expires = json.integer("client_secret_expires_at");
      return new StoredRegistration(
          json.string("client_id", ""),
          json.string("client_secret"),
          json.string("token_endpoint_auth_method"),
          expires == null ? null : Instant.ofEpochSecond(expires),
          URI.create(json.string("redirect_uri", "")));
    } catch (JsonException | IllegalArgumentException | DateTimeException e) {
      throw new IllegalArgumentException("this is no registration that was written by toJson()");
    }
  }

  @Override
  public String toString() {
    return "StoredRegistration[" + clientId + ", expires=" + secretExpires + "]";
  }
}
