package io.mcpbridge.oauth;

import io.mcpbridge.internal.concurrent.Workers;
import io.mcpbridge.internal.http.connection.HttpProxy;
import io.mcpbridge.internal.text.PlainHttp;
import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.IdentityProvider;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.discovery.Discovery;
import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.http.AuthHttp;
import io.mcpbridge.oauth.internal.http.SettingNames;
import io.mcpbridge.oauth.internal.http.UrlRules;
import io.mcpbridge.oauth.internal.token.AssertionFlow;
import io.mcpbridge.oauth.internal.token.AuthorizationCodeFlow;
import io.mcpbridge.oauth.internal.token.ClientCredentialsFlow;
import io.mcpbridge.oauth.internal.token.ClientMetadata;
import io.mcpbridge.oauth.internal.token.CodeExchange;
import io.mcpbridge.oauth.internal.token.IdentityAssertionSource;
import io.mcpbridge.oauth.internal.token.Registrations;
import io.mcpbridge.oauth.internal.token.Revocation;
import io.mcpbridge.oauth.internal.token.ScopeSelection;
import io.mcpbridge.oauth.internal.token.TokenEndpoint;
import io.mcpbridge.oauth.internal.token.TokenFlow;
import io.mcpbridge.oauth.internal.token.WebAuthorizations;
import io.mcpbridge.oauth.internal.token.WebFlow;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.oauth.store.TokenStore;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Builds {@link OAuthCredentials}. Not thread-safe. */
public final class OAuthCredentialsBuilder {

  private static final String SHARED_PRINCIPAL = "application";

  /** Upper bound for durations, which keeps arithmetic with very long ones from overflowing. */
  private static final Duration MAX_DURATION = Duration.ofDays(365);

  private final URI server;
  private final List<ClientRegistration> registrations = new ArrayList<>();
  private TokenStore store = TokenStore.inMemory();
  private AuthorizationStore authorizations = AuthorizationStore.inMemory();
  private UrlPolicy urlPolicy = UrlPolicy.defaults();
  private Duration maxWait = Duration.ofMinutes(5);
  private Duration cooldown = Duration.ofMinutes(5);
  private Clock clock = Clock.systemUTC();
  private String clientName = "MCP Bridge";
  private Scopes scopes = Scopes.NONE;
  private boolean serverItself = true;
  private boolean plainHttp;
  private boolean crossSite;
  private @Nullable Supplier<? extends @Nullable String> principal;
  private @Nullable Supplier<? extends @Nullable String> user;
  private @Nullable URI metadataDocument;
  private @Nullable AuthorizationPrompt prompt;
  private @Nullable URI redirectUri;
  private @Nullable IdentityProvider identityProvider;
  private @Nullable Supplier<String> workloadIdentity;
  private @Nullable SSLContext sslContext;
  private @Nullable HttpProxy proxy;
  private SettingNames names = SettingNames.JAVA;

  OAuthCredentialsBuilder(URI server) {
    if (server.getHost() == null || server.getScheme() == null) {
      throw new IllegalArgumentException("the server's URL must be absolute");
    }
    this.server = server;
  }

  /**
   * Authorization code grant with PKCE: the prompt asks a user for permission. Without a prompt,
   * the application authorizes itself (client credentials grant), which requires a {@link #client}
   * with a secret or a key.
   */
  public OAuthCredentialsBuilder prompt(AuthorizationPrompt prompt) {
    this.prompt = Objects.requireNonNull(prompt, "prompt");
    return this;
  }

  /**
   * Authorization code grant for users of a web application: a request that needs permission fails
   * with an {@link io.mcpbridge.oauth.core.AuthorizationRequiredException}, which has the page to
   * redirect the user to, and the application passes the query of the callback to {@link
   * OAuthCredentials#complete}. Requires a {@link #principal}: the user who comes back must be the
   * one who was redirected.
   *
   * @param uri the callback of the application, registered at the authorization server. Use another
   *     one for each MCP server: a response without {@code iss} is attributed to the authorization
   *     server by its redirect URI (RFC 9700, section 4.4.2.2)
   */
  public OAuthCredentialsBuilder redirectUri(String uri) {
    this.redirectUri = URI.create(uri);
    return this;
  }

  /**
   * Enterprise-managed authorization: the company's identity provider grants access instead of the
   * user (SEP-990). Requires a {@link #client} for the MCP server's authorization server, and a
   * {@link #principal}: the subject of the provider's ID token.
   */
  public OAuthCredentialsBuilder identityProvider(IdentityProvider provider) {
    this.identityProvider = Objects.requireNonNull(provider, "provider");
    return this;
  }

  /**
   * Workload identity: the application authenticates with an assertion of its platform, such as the
   * token of a Kubernetes service account (RFC 7523). Requires a {@link #client}, which needs no
   * secret.
   *
   * @param assertion supplies a signed JWT; called for each token request, on the thread that makes
   *     a request
   */
  public OAuthCredentialsBuilder workloadIdentity(Supplier<String> assertion) {
    this.workloadIdentity = Objects.requireNonNull(assertion, "assertion");
    return this;
  }

  /**
   * Adds a pre-registered client; repeatable, one for each authorization server: it replaces an
   * earlier one with the same issuer.
   */
  public OAuthCredentialsBuilder client(ClientRegistration registration) {
    registrations.removeIf(earlier -> Objects.equals(earlier.issuer(), registration.issuer()));
    registrations.add(registration);
    return this;
  }

  /**
   * The https URL of this client's metadata, which the application hosts; it is the client id at
   * authorization servers that support client ID metadata documents.
   */
  public OAuthCredentialsBuilder clientIdMetadataDocument(String url) {
    URI uri = URI.create(url);
    if (!"https".equals(uri.getScheme()) || uri.getPath() == null || uri.getPath().length() < 2) {
      throw new IllegalArgumentException(
          "a client id metadata document has an https URL with a path");
    }
    this.metadataDocument = uri;
    return this;
  }

  /**
   * The scopes to request if the server's challenge has none; default all that its metadata lists.
   * The scopes of a challenge take precedence.
   */
  public OAuthCredentialsBuilder scopes(Collection<String> scopes) {
    this.scopes = Scopes.of(scopes);
    return this;
  }

  /** The name shown to users after dynamic registration; default {@code MCP Bridge}. */
  public OAuthCredentialsBuilder clientName(String name) {
    this.clientName = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * The principal of a request, called on the thread that makes it; a stable name, such as the
   * user's id in this application. {@code null} for anonymous requests, which get no token.
   * Default: one principal for the whole application, unless there are users ({@link #redirectUri},
   * {@link #identityProvider}).
   */
  public OAuthCredentialsBuilder principal(Supplier<? extends @Nullable String> principal) {
    this.principal = Objects.requireNonNull(principal, "principal");
    return this;
  }

  /**
   * The user to ask for permission ({@link #redirectUri}) if not the {@link #principal}: all users
   * share one token, and any of them may give permission. Called on the thread that makes a request
   * and on the one that calls {@link OAuthCredentials#complete}. Only the user who was redirected
   * can complete an authorization. {@code null} for an unknown user, who is not redirected.
   * Default: the principal.
   */
  public OAuthCredentialsBuilder user(Supplier<? extends @Nullable String> user) {
    this.user = Objects.requireNonNull(user, "user");
    return this;
  }

  /** The store for tokens and registrations; default {@link TokenStore#inMemory()}. */
  public OAuthCredentialsBuilder tokenStore(TokenStore store) {
    this.store = Objects.requireNonNull(store, "store");
    return this;
  }

  /**
   * The store for pending authorizations ({@link #redirectUri}); default {@link
   * AuthorizationStore#inMemory()}, which is for a single instance of the application.
   */
  public OAuthCredentialsBuilder authorizationStore(AuthorizationStore store) {
    this.authorizations = Objects.requireNonNull(store, "store");
    return this;
  }

  /** Which URLs this client may request; default https to public addresses. */
  public OAuthCredentialsBuilder urlPolicy(UrlPolicy policy) {
    this.urlPolicy = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /**
   * An HTTP proxy for requests to the metadata and the authorization server: {@code
   * http://host:port}, or {@code http://user:password@host:port} with authentication. Requests go
   * through a tunnel, which the proxy cannot read. Loopback is reached directly. Default: the JVM's
   * settings ({@code http.proxyHost}, {@code https.proxyHost}, {@code http.nonProxyHosts}).
   *
   * @throws IllegalArgumentException if it is not an http URL; the message does not quote it
   */
  public OAuthCredentialsBuilder proxy(URI proxy) {
    this.proxy = HttpProxy.of(proxy);
    return this;
  }

  /**
   * The TLS configuration for requests to the metadata and the authorization server: trust and
   * client certificates. Default: the JVM's. The transport to the MCP server has its own.
   */
  public OAuthCredentialsBuilder sslContext(SSLContext sslContext) {
    this.sslContext = Objects.requireNonNull(sslContext, "sslContext");
    return this;
  }

  /**
   * How long a request waits for an authorization that another request started, within its own
   * deadline; default 5 minutes.
   */
  public OAuthCredentialsBuilder maxWait(Duration maxWait) {
    this.maxWait = positive(maxWait);
    return this;
  }

  /**
   * How long requests fail at once after a failed authorization, without asking the user or the
   * authorization server again. Default 5 minutes. If the user does not answer repeatedly, it
   * doubles each time, up to an hour; {@link OAuthCredentials#askAgain} ends it.
   */
  public OAuthCredentialsBuilder retryCooldown(Duration cooldown) {
    this.cooldown = positive(cooldown);
    return this;
  }

  /**
   * Whether a server without protected resource metadata is treated as its own authorization
   * server, as in the specification of 2025-03-26; default true.
   */
  public OAuthCredentialsBuilder serverAsAuthorizationServer(boolean allowed) {
    this.serverItself = allowed;
    return this;
  }

  /**
   * Allows plain http to the MCP server, for tokens and for its metadata. Only for networks that
   * are protected otherwise, such as by the TLS of a service mesh: an eavesdropper can use the
   * token, and one who changes responses can trigger authorizations. The authorization server still
   * requires https. Default: only if the server is on this machine.
   */
  public OAuthCredentialsBuilder allowPlainHttp() {
    this.plainHttp = true;
    return this;
  }

  /**
   * Allows an authorization endpoint on another site than the issuer and the token endpoint, even
   * if the authorization server does not support the {@code iss} parameter (RFC 9207). Only for a
   * server that you know to be set up so: a hostile one could otherwise collect the code of an
   * honest one (mix-up, RFC 9700, section 4.4). Default: not allowed.
   */
  public OAuthCredentialsBuilder allowCrossSiteTokenEndpoint() {
    this.crossSite = true;
    return this;
  }

  /**
   * Lets messages name configuration properties instead of the methods of this API, for
   * applications that configure credentials by properties. Default: the methods.
   *
   * @param names from the last part of a property, such as {@code client-id}, to its full name
   */
  public OAuthCredentialsBuilder propertyNames(UnaryOperator<String> names) {
    this.names = new SettingNames(Objects.requireNonNull(names, "names"));
    return this;
  }

  /** For tests. */
  OAuthCredentialsBuilder clock(Clock clock) {
    this.clock = clock;
    return this;
  }

  static Duration positive(Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("a duration must be positive: " + duration);
    }
    return duration.compareTo(MAX_DURATION) > 0 ? MAX_DURATION : duration;
  }

  /**
   * Builds the credentials without I/O.
   *
   * @throws IllegalArgumentException if the MCP server uses plain http, is not on this machine, and
   *     that was not allowed ({@link #allowPlainHttp})
   * @throws IllegalStateException if there is neither a prompt, a redirect URI nor a client, more
   *     than one way to get a token, users but no principal, or a client with a secret without an
   *     issuer
   */
  public OAuthCredentials build() {
    if (prompt == null && redirectUri == null && registrations.isEmpty()) {
      throw new IllegalStateException(
          "no way to get a token: set a prompt, or a client for client credentials");
    }
    if (Stream.of(prompt, redirectUri, identityProvider, workloadIdentity)
            .filter(Objects::nonNull)
            .count()
        > 1) {
      throw new IllegalStateException(
          "set only one way to get a token: a prompt, a redirect URI, an identity provider or"
              + " a workload identity");
    }
    if (principal == null && (redirectUri != null || identityProvider != null)) {
      throw new IllegalStateException(
          "a redirect URI and an identity provider are for users, but the current user is"
              + " unknown: set a principal, such as () -> \"me\" for a single user");
    }
    if (!plainHttp && PlainHttp.isRemote(server)) {
      throw new IllegalArgumentException(
          server.getHost()
              + " is called over plain http, so an eavesdropper could use the token (RFC 6750,"
              + " section 5.3): use https, or call allowPlainHttp() if the network is protected,"
              + " such as by a service mesh that does TLS");
    }
    registrations.forEach(this::requireIssuer);
    AuthHttp http =
        new AuthHttp(new UrlRules(urlPolicy, names), sslContext, proxy, InetAddress::getAllByName);
    TokenEndpoint endpoint = new TokenEndpoint(http, clock);
    ClientMetadata metadata =
        new ClientMetadata(clientName, List.of("authorization_code", "refresh_token"));
    Registrations clients =
        new Registrations(http, clock, registrations, metadataDocument, metadata, store);
    Discovery discovery =
        new Discovery(
            plainHttp ? http.orPlainlyTo(server) : http,
            serverItself,
            Registrations.issuers(registrations),
            clock);
    TokenFlow flow = flow(clients, endpoint, discovery);
    return new OAuthCredentials(
        new PrincipalToken.Shared(
            server,
            store,
            discovery,
            clients,
            endpoint,
            flow,
            new ScopeSelection(flow, scopes),
            new Revocation(http),
            clock,
            maxWait,
            Workers.named("oauth")),
        principal == null ? () -> SHARED_PRINCIPAL : principal);
  }

  /** An MCP server could otherwise name its own authorization server and replay the credentials. */
  private void requireIssuer(ClientRegistration client) {
    boolean replayable = client.secret() != null || workloadIdentity != null;
    if (replayable && !client.isAddressed()) {
      throw new IllegalStateException(
          "the client \""
              + client.clientId()
              + "\" "
              + (client.secret() != null ? "has a secret" : "uses an assertion")
              + " but no issuer, so the MCP server could choose who receives it: set the"
              + " authorization server's with ClientRegistration.at(issuer), or leave the choice to"
              + " the MCP server with atFirstIssuer()");
    }
  }

  private static Supplier<String> read(Supplier<String> assertion) {
    String now = assertion.get();
    return () -> now;
  }

  private TokenFlow flow(Registrations clients, TokenEndpoint endpoint, Discovery discovery) {
    if (prompt != null) {
      return new AuthorizationCodeFlow(
          prompt, new CodeExchange(clients, endpoint, crossSite), cooldown);
    }
    if (redirectUri != null) {
      return new WebFlow(
          server,
          redirectUri,
          new CodeExchange(clients, endpoint, crossSite),
          authorizations,
          new WebAuthorizations(discovery, clients),
          clock,
          user);
    }
    if (identityProvider != null) {
      AssertionFlow.Source source = new IdentityAssertionSource(identityProvider, endpoint);
      return new AssertionFlow(source, clients, endpoint, cooldown);
    }
    Supplier<String> platform = workloadIdentity;
    return platform == null
        ? new ClientCredentialsFlow(clients, endpoint, cooldown)
        : new AssertionFlow((target, scopes, key) -> read(platform), clients, endpoint, cooldown);
  }
}
