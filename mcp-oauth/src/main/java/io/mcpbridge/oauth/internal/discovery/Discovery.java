package io.mcpbridge.oauth.internal.discovery;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.AuthorizationPendingException;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.AuthRequest;
import io.mcpbridge.oauth.internal.http.AuthResponse;
import io.mcpbridge.oauth.internal.http.UrlRules;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Discovers the resource identifier of a protected server and its authorization server. Caches the
 * result until it expires, a token is refused, or an operation that relies on it fails, so that a
 * move to another authorization server is noticed.
 */
public final class Discovery {

  /** Required by metadata of 2025-03-26 servers; ignored by later ones. */
  private static final Map<String, String> FIRST_REVISION =
      Map.of("MCP-Protocol-Version", "2025-03-26");

  /** Statuses that do not mean absence: access to the metadata was denied. */
  private static final Set<Integer> ACCESS_DENIED = Set.of(401, 403);

  private final AuthHttp http;
  private final boolean serverItself;
  private final Set<String> preferredIssuers;
  private final DiscoveryCache cache;

  /** Whether the server had metadata before, so that its absence is an error. */
  private volatile boolean hadMetadata;

  /**
   * @param serverItself whether a server without metadata may be its own authorization server
   * @param preferredIssuers issuers to choose if a server names several
   */
  public Discovery(AuthHttp http, boolean serverItself, Set<String> preferredIssuers, Clock clock) {
    this.cache = new DiscoveryCache(clock);
    this.http = http;
    this.serverItself = serverItself;
    this.preferredIssuers = preferredIssuers;
  }

  /**
   * The metadata of a server and of its authorization server.
   *
   * @param resource {@code null} for a server of 2025-03-26, which has no resource identifier
   */
  public record DiscoveredServer(@Nullable ResourceMetadata resource, ServerMetadata server) {

    /** Whether the metadata requires bound tokens, regardless of the challenge. */
    public boolean wantsBoundTokens() {
      return resource != null && resource.bound();
    }
  }

  /**
   * @throws OAuthException if the metadata is missing, invalid or about another resource
   * @throws McpUnavailableException if the metadata cannot be fetched at the moment
   */
  public DiscoveredServer find(URI server, AuthChallenge challenge) {
    String metadataUrl = challenge.resourceMetadata();
    DiscoveredServer cached = cache.discoveredServer(metadataUrl);
    if (cached != null) {
      return cached;
    }
    DiscoveredServer discoveredServer = discover(server, metadataUrl);
    cache.keep(metadataUrl, discoveredServer);
    return discoveredServer;
  }

  /** Clears the cache. */
  public void forget() {
    cache.forget();
  }

  /** Runs an operation that relies on the cached metadata, and clears the cache if it fails. */
  public <T> T relying(Supplier<T> work) {
    try {
      return work.get();
    } catch (AuthorizationRequiredException | AuthorizationPendingException stillGood) {
      throw stillGood;
    } catch (OAuthException | McpUnavailableException e) {
      forget();
      throw e;
    }
  }

  private DiscoveredServer discover(URI server, @Nullable String metadataUrl) {
    ResourceMetadata resource = resource(server, metadataUrl);
    if (resource == null) {
      return new DiscoveredServer(null, ofServerItself(server));
    }
    if (resource.authorizationServers().isEmpty()) {
      throw new OAuthException(
          "the protected-resource metadata of "
              + server.getHost()
              + " names no authorization server");
    }
    return new DiscoveredServer(resource, server(preferredIssuer(resource.authorizationServers())));
  }

  /**
   * Restores the metadata for a response that arrives later or at another instance: from the issuer
   * that was asked, not the one that the server names now.
   *
   * @param resource as it was discovered
   * @param issuer the issuer that was asked
   */
  public DiscoveredServer restore(URI server, @Nullable ResourceMetadata resource, String issuer) {
    if (resource == null) {
      return new DiscoveredServer(null, ofServerItself(server));
    }
    ServerMetadata cached = cache.server(issuer);
    return new DiscoveredServer(resource, cached == null ? server(issuer) : cached);
  }

  /**
   * The client chooses (RFC 9728, section 7.6): an issuer it is registered at, otherwise the first.
   */
  private String preferredIssuer(List<String> issuers) {
    return issuers.stream().filter(preferredIssuers::contains).findFirst().orElse(issuers.get(0));
  }

  private @Nullable ResourceMetadata resource(URI server, @Nullable String metadataUrl) {
    String description = "the protected-resource metadata of " + server.getHost();
    List<URI> urls =
        metadataUrl == null
            ? WellKnown.ofResource(server)
            : List.of(UrlRules.read(metadataUrl, "the URL of " + description));
    JsonObject document = fetchFirst(description, urls, Map.of());
    if (document != null) {
      hadMetadata = true;
      return ResourceMetadata.of(document, server);
    }
    if (metadataUrl != null || hadMetadata || !serverItself) {
      throw new OAuthException(description + " was not found at " + paths(urls));
    }
    return null;
  }

  private ServerMetadata server(String issuer) {
    URI uri = http.rules().require(issuer, "the issuer that the server names");
    String description = "the metadata of the authorization server " + uri.getHost();
    List<URI> urls = WellKnown.ofIssuer(uri);
    JsonObject document = fetchFirst(description, urls, Map.of());
    if (document == null) {
      throw new OAuthException(description + " was not found at " + paths(urls));
    }
    return serverMetadata(document, issuer, description);
  }

  /**
   * A server of 2025-03-26 is its own authorization server, with default endpoints if it has no
   * metadata.
   */
  private ServerMetadata ofServerItself(URI server) {
    String origin = WellKnown.atRoot(server, "").toString();
    String description = "the metadata of the authorization server " + server.getHost();
    JsonObject document =
        fetchFirst(description, List.of(WellKnown.ofServerItself(server)), FIRST_REVISION);
    if (document != null) {
      return serverMetadata(document, origin, description);
    }
    JsonObject defaults =
        JsonObject.of(
            Map.of(
                "issuer", origin,
                "authorization_endpoint", origin + "/authorize",
                "token_endpoint", origin + "/token",
                "registration_endpoint", origin + "/register",
                "code_challenge_methods_supported", List.of("S256")));
    return new ServerMetadata(origin, defaults, http.rules());
  }

  /** RFC 8414, section 3.3: the issuer must be identical, to prevent impersonation. */
  private ServerMetadata serverMetadata(JsonObject document, String issuer, String description) {
    if (!issuer.equals(document.string("issuer"))) {
      throw new OAuthException(
              description + " names an issuer other than the requested one; it is not used")
          .withSetting("auth.oauth2.issuer");
    }
    return new ServerMetadata(issuer, document, http.rules());
  }

  /**
   * The first document found. A response that is not a JSON object is a web page, not a document.
   */
  private @Nullable JsonObject fetchFirst(
      String description, List<URI> urls, Map<String, String> headers) {
    AuthResponse inconclusive = null;
    for (URI url : urls) {
      AuthResponse answer = http.send(AuthRequest.get(description, url, headers));
      if (answer.isSuccess() && answer.body() != null) {
        return answer.body();
      }
      if (answer.status() >= 500) {
        throw statusFailure(answer, description);
      }
      if (inconclusive == null
          && (answer.isTemporaryFailure() || ACCESS_DENIED.contains(answer.status()))) {
        inconclusive = answer; // the next location may have it
      }
    }
    if (inconclusive != null) {
      throw statusFailure(inconclusive, description);
    }
    return null;
  }

  private static McpException statusFailure(AuthResponse answer, String description) {
    String message = description + " was answered with HTTP status " + answer.status();
    return answer.isTemporaryFailure()
        ? new McpUnavailableException(message, null)
        : new OAuthException(message);
  }

  private static String paths(List<URI> urls) {
    return String.join(", ", urls.stream().map(URI::getRawPath).toList());
  }

  /**
   * Caches the last discovery result, so that repeated refusals for an unauthorized user do not
   * fetch the metadata each time. Thread-safe.
   */
  private static final class DiscoveryCache {

    private static final Duration TTL = Duration.ofMinutes(5);

    private final Clock clock;
    private volatile @Nullable Entry last;

    private record Entry(
        @Nullable String metadataUrl, Discovery.DiscoveredServer discoveredServer, Instant since) {}

    DiscoveryCache(Clock clock) {
      this.clock = clock;
    }

    /**
     * @param metadataUrl the metadata URL of the challenge; {@code null} if it had none
     */
    Discovery.@Nullable DiscoveredServer discoveredServer(@Nullable String metadataUrl) {
      Entry entry = last;
      return entry != null && Objects.equals(entry.metadataUrl(), metadataUrl) && isUnexpired(entry)
          ? entry.discoveredServer()
          : null;
    }

    /** The metadata of an authorization server. */
    @Nullable ServerMetadata server(String issuer) {
      Entry entry = last;
      return entry != null
              && entry.discoveredServer().server().issuer().equals(issuer)
              && isUnexpired(entry)
          ? entry.discoveredServer().server()
          : null;
    }

    /** A clock that was set back must not extend the lifetime. */
    private boolean isUnexpired(Entry entry) {
      Instant now = clock.instant();
      return !now.isBefore(entry.since()) && now.isBefore(entry.since().plus(TTL));
    }

    /**
     * Caches only published metadata: a server without any may publish it before the next request.
     */
    void keep(@Nullable String metadataUrl, Discovery.DiscoveredServer discoveredServer) {
      last =
          discoveredServer.resource() == null
              ? null
              : new Entry(metadataUrl, discoveredServer, clock.instant());
    }

    void forget() {
      last = null;
    }
  }
}
