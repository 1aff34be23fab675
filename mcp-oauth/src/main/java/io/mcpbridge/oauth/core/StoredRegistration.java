package io.mcpbridge.oauth.core;

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
 * The result of a dynamic client registration (RFC 7591, section 3.2.1). {@code toString} omits the
 * secret.
 *
 * @param clientId the client id
 * @param clientSecret the client secret, if any
 * @param authenticationMethod the {@code token_endpoint_auth_method}, if any
 * @param secretExpires when the secret expires and the client has to register again; {@code null}
 *     if never
 * @param redirectUri the registered redirect URI; another one requires a new registration
 */
public record StoredRegistration(
    String clientId,
    @Nullable String clientSecret,
    @Nullable String authenticationMethod,
    @Nullable Instant secretExpires,
    URI redirectUri) {

  /** Rejects an empty client id and a missing redirect URI. */
  public StoredRegistration {
    Objects.requireNonNull(clientId, "clientId");
    Objects.requireNonNull(redirectUri, "redirectUri");
    if (clientId.isEmpty()) {
      throw new IllegalArgumentException("a client needs an id");
    }
  }

  /**
   * Serializes it for a store, with the names of RFC 7591. The text holds the secret.
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
   * Reads the format of {@link #toJson}; ignores unknown members.
   *
   * @throws IllegalArgumentException if the text is invalid; the message does not quote it
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
      throw new IllegalArgumentException("not a registration written by toJson()");
    }
  }

  @Override
  public String toString() {
    return "StoredRegistration[" + clientId + ", expires=" + secretExpires + "]";
  }
}
