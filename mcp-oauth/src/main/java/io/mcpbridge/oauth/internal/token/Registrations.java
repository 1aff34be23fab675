package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.concurrent.SingleFlight;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.internal.discovery.ResourceMetadata;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.AuthRequest;
import io.mcpbridge.oauth.internal.http.AuthResponse;
import io.mcpbridge.oauth.internal.http.OAuthSetting;
import io.mcpbridge.oauth.store.TokenStore;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Selects the client at each authorization server: the pre-registered one, otherwise the URL of the
 * client ID metadata document, otherwise dynamic registration. Credentials of one authorization
 * server are never sent to another.
 */
public final class Registrations {

  /** The year 9999; some servers send milliseconds, or the largest number that they have. */
  private static final long NEVER_EXPIRES = 253_402_300_799L;

  /** Errors for more scopes than the server grants: RFC 7591, section 3.2.2, and others in use. */
  private static final Set<String> SCOPE_ERRORS =
      Set.of("invalid_client_metadata", "invalid_scope", "insufficient_scope");

  /** RFC 6749, appendix A.1; it occurs in URLs and messages, too. */
  private static final Pattern CLIENT_ID = Pattern.compile("[\\x20-\\x7e]+");

  /** RFC 6749, appendix A.2. */
  private static final Pattern CLIENT_SECRET = Pattern.compile("[\\x20-\\x7e]*");

  private final AuthHttp http;
  private final Clock clock;
  private final List<ClientRegistration> configuredClients;
  private final UnusedClientWarning unusedClientWarning;
  private final @Nullable URI metadataDocument;
  private final ClientMetadata metadata;
  private final TokenStore store;

  /**
   * Registrations in flight, shared by concurrent callers. Nothing else waits: each reads the
   * store.
   */
  private final SingleFlight<Attempt, StoredRegistration> attempts = new SingleFlight<>();

  /** The issuer that each client without a configured issuer is bound to. */
  private final Map<ClientRegistration, String> boundIssuers = new ConcurrentHashMap<>();

  public Registrations(
      AuthHttp http,
      Clock clock,
      List<ClientRegistration> configuredClients,
      @Nullable URI metadataDocument,
      ClientMetadata metadata,
      TokenStore store) {
    this.http = http;
    this.clock = clock;
    this.configuredClients = List.copyOf(configuredClients);
    this.unusedClientWarning = new UnusedClientWarning(this.configuredClients, http.names());
    this.metadataDocument = metadataDocument;
    this.metadata = metadata;
    this.store = store;
  }

  /** The issuers of the configured clients. */
  public static Set<String> issuers(List<ClientRegistration> clients) {
    return clients.stream()
        .filter(client -> client.issuer() != null)
        .map(ClientRegistration::issuer)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Selects the client, and registers it if necessary.
   *
   * @param redirectUri the redirect URI; {@code null} for a grant without a user, for which dynamic
   *     registration is not possible
   * @throws OAuthException if there is no client for this authorization server
   * @throws McpUnavailableException if registration is necessary and the server does not answer
   */
  ClientRegistration findOrRegister(
      TokenFlow.Target target, @Nullable URI redirectUri, Scopes scopes) {
    ClientRegistration client = select(target, redirectUri, scopes);
    unusedClientWarning.warn(target, client);
    return client;
  }

  private ClientRegistration select(
      TokenFlow.Target target, @Nullable URI redirectUri, Scopes scopes) {
    ServerMetadata server = target.issuedBy();
    ClientRegistration configured = configuredClient(target);
    if (configured != null && mayUse(target, configured)) {
      return configured;
    }
    StoredRegistration stored = storedRegistration(target);
    if (stored != null && hasRedirectUri(stored, redirectUri)) {
      return client(stored, server.issuer());
    }
    return client(registerOnce(target, redirectUri, scopes), server.issuer());
  }

  private record Attempt(RegistrationKey key, @Nullable URI redirectUri) {}

  /** Sends one registration request for all concurrent callers, which share its result. */
  private StoredRegistration registerOnce(
      TokenFlow.Target target, @Nullable URI redirectUri, Scopes scopes) {
    Attempt attempt = new Attempt(target.registrationKey(), redirectUri);
    SingleFlight<Attempt, StoredRegistration>.Flight flight = attempts.newFlight(attempt);
    SingleFlight<Attempt, StoredRegistration>.Flight inFlight = flight.begin();
    return inFlight == null
        ? flight.call(() -> registerUnlessStored(target, redirectUri, scopes))
        : awaitRegistration(inFlight, target);
  }

  private StoredRegistration awaitRegistration(
      CompletableFuture<StoredRegistration> inFlight, TokenFlow.Target target) {
    Duration maxWait = http.policy().timeout().multipliedBy(2); // a request and the store
    try {
      return inFlight.get(maxWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof McpException failure
          ? failure.copyForCaller()
          : waitFailure(target, "failed to register");
    } catch (TimeoutException e) {
      String reason = waitMessage(target, "takes longer than " + maxWait + " to register");
      throw new McpUnavailableException(reason, null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw waitFailure(
          target, "was still running when this thread was interrupted; it was to register");
    }
  }

  private static OAuthException waitFailure(TokenFlow.Target target, String problem) {
    return new OAuthException(waitMessage(target, problem));
  }

  private static String waitMessage(TokenFlow.Target target, String problem) {
    return "another request " + problem + " this application at " + target.issuedBy().host();
  }

  private StoredRegistration registerUnlessStored(
      TokenFlow.Target target, @Nullable URI redirectUri, Scopes scopes) {
    StoredRegistration stored = storedRegistration(target); // another caller may have just finished
    if (stored != null && hasRedirectUri(stored, redirectUri)) {
      return stored;
    }
    StoredRegistration registration = register(target, redirectUri, scopes);
    StoredRegistration saved = store.saveIfNone(target.registrationKey(), registration);
    if (isUnexpired(saved) && hasRedirectUri(saved, redirectUri)) {
      return saved; // another instance may have redirected users with it
    }
    store.save(target.registrationKey(), registration);
    return registration;
  }

  /** The client that is known already, if any; not bound to the issuer unless it was before. */
  public @Nullable ClientRegistration findClient(TokenFlow.Target target) {
    ClientRegistration configured = configuredClient(target);
    if (configured != null
        && !boundIssuers.containsKey(configured)
        && acceptsAnyIssuer(configured)
        && store.find(target.tokenKey(configured)) != null) {
      mayUse(target, configured); // an earlier run or another instance has bound it
    }
    StoredRegistration stored = configured == null ? storedRegistration(target) : null;
    return stored == null ? configured : client(stored, target.issuedBy().issuer());
  }

  /** The redirect URI of a dynamic registration, so that it can be reused. */
  @Nullable URI redirectUri(TokenFlow.Target target) {
    StoredRegistration stored =
        configuredClient(target) == null ? storedRegistration(target) : null;
    return stored == null ? null : stored.redirectUri();
  }

  private static boolean hasRedirectUri(StoredRegistration client, @Nullable URI redirectUri) {
    return redirectUri == null || client.redirectUri().equals(redirectUri);
  }

  private @Nullable StoredRegistration storedRegistration(TokenFlow.Target target) {
    StoredRegistration stored = store.find(target.registrationKey());
    return stored != null && isUnexpired(stored) ? stored : null;
  }

  private @Nullable ClientRegistration configuredClient(TokenFlow.Target target) {
    ServerMetadata server = target.issuedBy();
    ClientRegistration configured = configuredClient(server.issuer());
    return configured == null && metadataDocument != null && server.takesClientIdMetadataDocuments()
        ? ClientRegistration.of(metadataDocument.toString()).authenticatedBy("none")
        : configured;
  }

  private @Nullable ClientRegistration configuredClient(String issuer) {
    for (ClientRegistration client : configuredClients) {
      if (issuer.equals(client.issuer())) {
        return client;
      }
    }
    for (ClientRegistration client : configuredClients) {
      if (client.issuer() == null && boundIssuers.getOrDefault(client, issuer).equals(issuer)) {
        return client;
      }
    }
    return null;
  }

  private boolean acceptsAnyIssuer(ClientRegistration client) {
    return client.issuer() == null && configuredClients.contains(client);
  }

  /**
   * Called before the client is used: binds a client without a configured issuer to the first
   * authorization server that the MCP server names. If it names none, the MCP server itself is used
   * without binding, since its metadata may only be missing during a deployment.
   *
   * @return whether the client may be used there
   */
  boolean mayUse(TokenFlow.Target target, ClientRegistration client) {
    String issuer = target.issuedBy().issuer();
    if (!acceptsAnyIssuer(client)) {
      return true;
    }
    String boundIssuer =
        target.discoveredServer().resource() == null
            ? boundIssuers.get(client)
            : boundIssuers.putIfAbsent(client, issuer);
    return boundIssuer == null || boundIssuer.equals(issuer);
  }

  /**
   * Removes a registration that the authorization server no longer knows, so that the next attempt
   * registers again.
   */
  void forget(TokenFlow.Target target, ClientRegistration client) {
    StoredRegistration stored = store.find(target.registrationKey());
    if (stored != null && stored.clientId().equals(client.clientId())) {
      store.remove(target.registrationKey());
    }
  }

  private StoredRegistration register(
      TokenFlow.Target target, @Nullable URI redirectUri, Scopes scopes) {
    ServerMetadata server = target.issuedBy();
    URI endpoint = server.registrationEndpoint();
    if (endpoint == null || redirectUri == null) {
      throw new OAuthException(
          "this application is not registered at the authorization server "
              + server.host()
              + (endpoint == null
                  ? ", which offers no registration: register there and set "
                  : ": set ")
              + http.names().of(OAuthSetting.CLIENT_ID)
              + " and "
              + http.names().of(OAuthSetting.ISSUER)
              + unusedClientWarning.hint(server.issuer()));
    }
    ResourceMetadata resource = target.discoveredServer().resource();
    Scopes allScopes = resource == null ? scopes : scopes.and(resource.scopes());
    try {
      return register(server, endpoint, redirectUri, allScopes);
    } catch (OAuthException e) {
      if (allScopes.equals(scopes) || !SCOPE_ERRORS.contains(String.valueOf(e.error()))) {
        throw e;
      }
      return register(server, endpoint, redirectUri, scopes);
    }
  }

  private StoredRegistration register(
      ServerMetadata server, URI endpoint, URI redirectUri, Scopes scopes) {
    String description = "the registration endpoint of " + server.host();
    AuthResponse answer =
        http.send(
            AuthRequest.json(
                description, endpoint, Map.of(), metadata.toJson(server, redirectUri, scopes)));
    if (answer.isTemporaryFailure()) {
      throw new McpUnavailableException(
          description + " was answered with HTTP status " + answer.status(), null);
    }
    JsonObject body = answer.body();
    String clientId = body == null ? null : body.string("client_id");
    if (!answer.isSuccess() || body == null || clientId == null || clientId.isEmpty()) {
      String error = body == null ? null : body.string("error");
      throw new OAuthException(
              description
                  + " rejected this application with HTTP status "
                  + answer.status()
                  + TokenErrors.inParentheses(error)
                  + "; the redirect URI was "
                  + redirectUri,
              error)
          .asLasting();
    }
    String clientSecret = body.string("client_secret");
    TokenEndpoint.require(clientId, CLIENT_ID, "client_id", description);
    TokenEndpoint.require(
        clientSecret == null ? "" : clientSecret, CLIENT_SECRET, "client_secret", description);
    return new StoredRegistration(
        clientId,
        clientSecret,
        body.string("token_endpoint_auth_method"),
        expiry(body),
        redirectUri);
  }

  private static @Nullable Instant expiry(JsonObject body) {
    Long seconds = body.integer("client_secret_expires_at");
    return seconds == null || seconds <= 0 || seconds >= NEVER_EXPIRES
        ? null
        : Instant.ofEpochSecond(seconds);
  }

  private boolean isUnexpired(StoredRegistration stored) {
    return stored.secretExpires() == null || clock.instant().isBefore(stored.secretExpires());
  }

  private static ClientRegistration client(StoredRegistration stored, String issuer) {
    ClientRegistration client =
        stored.clientSecret() == null
            ? ClientRegistration.of(stored.clientId())
            : ClientRegistration.of(stored.clientId(), stored.clientSecret());
    return (stored.authenticationMethod() == null
            ? client
            : client.authenticatedBy(stored.authenticationMethod()))
        .at(issuer);
  }
}
