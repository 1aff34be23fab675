package io.mcpbridge.oauth;

import io.mcpbridge.json.JsonObject;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who this client is at each authorization server: what the developer registered there, else the
 * URL of its metadata, else what it registers by itself. Nothing that one authorization server gave
 * is ever shown to another.
 */
final class Registrations {

  private final AuthHttp http;
  private final Clock clock;
  private final List<ClientRegistration> given;
  private final @Nullable URI metadataDocument;
  private final ClientMetadata metadata;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Dynamic> dynamic = new HashMap<>();
  private final Map<ClientRegistration, String> boundTo = new HashMap<>();

  /** One that was made by ourselves. */
  private record Dynamic(ClientRegistration client, Instant expires) {}

  Registrations(
      AuthHttp http,
      Clock clock,
      List<ClientRegistration> given,
      @Nullable URI metadataDocument,
      ClientMetadata metadata) {
    this.http = http;
    this.clock = clock;
    this.given = List.copyOf(given);
    this.metadataDocument = metadataDocument;
    this.metadata = metadata;
  }

  /** Where the developer has registered this client. */
  static Set<String> issuers(List<ClientRegistration> given) {
    return given.stream()
        .filter(client -> client.issuer() != null)
        .map(ClientRegistration::issuer)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Registers if need be.
   *
   * @param redirectUri where people are sent back to; {@code null} if nobody is asked, so that what
   *     needs a person's browser cannot be registered
   * @throws OAuthException if this client is nobody there
   */
  ClientRegistration at(ServerMetadata server, @Nullable URI redirectUri, Scopes scopes) {
    lock.lock();
    try {
      ClientRegistration known = known(server);
      if (known != null) {
        return known;
      }
      Dynamic made = register(server, redirectUri, scopes);
      dynamic.put(server.issuer(), made);
      return made.client();
    } finally {
      lock.unlock();
    }
  }

  /** Who this client is there already, if anybody. */
  @Nullable ClientRegistration known(ServerMetadata server) {
    lock.lock();
    try {
      ClientRegistration configured = given(server.issuer());
      if (configured != null) {
        return configured;
      }
      if (metadataDocument != null && server.takesClientIdMetadataDocuments()) {
        return ClientRegistration.of(metadataDocument.toString()).authenticatedBy("none");
      }
      Dynamic before = dynamic.get(server.issuer());
      return before != null && clock.instant().isBefore(before.expires()) ? before.client() : null;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable ClientRegistration given(String issuer) {
    for (ClientRegistration client : given) {
      if (issuer.equals(client.issuer())) {
        return client;
      }
    }
    for (ClientRegistration client : given) {
      if (client.issuer() == null
          && boundTo.computeIfAbsent(client, first -> issuer).equals(issuer)) {
        return client;
      }
    }
    return null;
  }

  /**
   * The authorization server does not know it any more.
   *
   * @return whether another can be had
   */
  boolean forget(String issuer, ClientRegistration client) {
    lock.lock();
    try {
      Dynamic now = dynamic.get(issuer);
      return now != null && now.client().equals(client) && dynamic.remove(issuer, now);
    } finally {
      lock.unlock();
    }
  }

  private Dynamic register(ServerMetadata server, @Nullable URI redirectUri, Scopes scopes) {
    URI endpoint = server.registrationEndpoint();
    if (endpoint == null || redirectUri == null) {
      throw new OAuthException(
          "this application is not registered at the authorization server "
              + server.host()
              + (given.isEmpty() ? "" : "; what is configured is for another issuer")
              + (endpoint == null
                  ? ", which offers no registration: register there and configure a"
                      + " ClientRegistration"
                  : ": configure a ClientRegistration"));
    }
    String what = "the registration endpoint of " + server.host();
    AuthAnswer answer =
        http.send(
            AuthRequest.json(
                what, endpoint, Map.of(), metadata.toJson(server, redirectUri, scopes)));
    JsonObject body = answer.body();
    String clientId = body == null ? null : body.string("client_id");
    if (!answer.isSuccess() || body == null || clientId == null) {
      String error = body == null ? null : body.string("error");
      throw new OAuthException(
          what
              + " refused this application with HTTP status "
              + answer.status()
              + TokenErrors.shown(error)
              + "; the redirect URI was "
              + redirectUri,
          error);
    }
    return new Dynamic(client(body, clientId, server), expiry(body));
  }

  private static ClientRegistration client(JsonObject body, String id, ServerMetadata server) {
    String secret = body.string("client_secret");
    ClientRegistration client =
        secret == null ? ClientRegistration.of(id) : ClientRegistration.of(id, secret);
    String method = body.string("token_endpoint_auth_method");
    return (method == null ? client : client.authenticatedBy(method)).at(server.issuer());
  }

  private static Instant expiry(JsonObject body) {
    Long seconds = body.integer("client_secret_expires_at");
    return seconds == null || seconds <= 0 ? Instant.MAX : Instant.ofEpochSecond(seconds);
  }
}
