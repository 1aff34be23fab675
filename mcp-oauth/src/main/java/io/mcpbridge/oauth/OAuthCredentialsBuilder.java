package io.mcpbridge.oauth;

import io.mcpbridge.auth.PlainHttp;
import io.mcpbridge.thread.Workers;
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

/** Collects what {@link OAuthCredentials} need. Not thread-safe. */
public final class OAuthCredentialsBuilder {

  private static final String EVERYBODY = "application";

  /** Nobody waits for longer; what is said to be for ever can be reckoned with so. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private final URI server;
  private final List<ClientRegistration> registrations = new ArrayList<>();
  private TokenStore store = TokenStore.inMemory();
  private AuthorizationStore authorizations = AuthorizationStore.inMemory();
  private UrlPolicy urlPolicy = UrlPolicy.defaults();
  private Duration patience = Duration.ofMinutes(5);
  private Duration pause = Duration.ofMinutes(5);
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
  private @Nullable AuthProxy proxy;
  private SettingNames names = SettingNames.JAVA;

  OAuthCredentialsBuilder(URI server) {
    if (server.getHost() == null || server.getScheme() == null) {
      throw new IllegalArgumentException("the server's URL must be absolute");
    }
    this.server = server;
  }

  /**
   * A person is asked for permission (authorization code with PKCE). Without a prompt, the
   * application asks in its own name (client credentials), which takes a {@link #client} with a
   * secret or a key.
   */
  public OAuthCredentialsBuilder prompt(AuthorizationPrompt prompt) {
    this.prompt = Objects.requireNonNull(prompt, "prompt");
    return this;
  }

  /**
   * Users of a web application are asked in their own browsers: a request that needs permission
   * fails with an {@link AuthorizationRequiredException}, which has the page to send the user to,
   * and the application hands what they come back with to {@link OAuthCredentials#complete}. Takes
   * a {@link #principal}: whoever comes back must be who was sent.
   *
   * @param uri where the application serves what users come back with; registered at the
   *     authorization server. Another one for each MCP server: whoever answers there is taken for
   *     the authorization server that was asked, if it does not say who it is (RFC 9700, section
   *     4.4.2.2)
   */
  public OAuthCredentialsBuilder redirectUri(String uri) {
    this.redirectUri = URI.create(uri);
    return this;
  }

  /**
   * The company's identity provider is asked instead of a person (SEP-990). Takes a {@link #client}
   * for the authorization server of the MCP server, and a {@link #principal}: the one whom the
   * provider's ID token is about.
   */
  public OAuthCredentialsBuilder identityProvider(IdentityProvider provider) {
    this.identityProvider = Objects.requireNonNull(provider, "provider");
    return this;
  }

  /**
   * The application shows what its platform says about it, such as the token of a Kubernetes
   * service account (workload identity, RFC 7523). Takes a {@link #client}, which needs no secret.
   *
   * @param assertion gives a signed JWT, anew each time; runs on the thread that makes a request
   */
  public OAuthCredentialsBuilder workloadIdentity(Supplier<String> assertion) {
    this.workloadIdentity = Objects.requireNonNull(assertion, "assertion");
    return this;
  }

  /** A client that is registered already; repeatable, one for each authorization server. */
  public OAuthCredentialsBuilder client(ClientRegistration registration) {
    registrations.add(Objects.requireNonNull(registration, "registration"));
    return this;
  }

  /**
   * The https URL of this client's metadata, which the application hosts; it is this client's name
   * at authorization servers that take one (client id metadata documents).
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
   * What a token is to allow where the server does not say when it refuses a request; default all
   * that its metadata lists. Where it says so, that is asked for.
   */
  public OAuthCredentialsBuilder scopes(Collection<String> scopes) {
    this.scopes = Scopes.of(scopes);
    return this;
  }

  /** What people are shown when this client registers by itself; default {@code MCP Bridge}. */
  public OAuthCredentialsBuilder clientName(String name) {
    this.clientName = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * In whose name a request is made, asked on the thread that makes it; a stable name, such as the
   * user's id at this application. {@code null} for nobody, who has no token. Default: one for the
   * whole application, unless there are users ({@link #redirectUri}, {@link #identityProvider}).
   */
  public OAuthCredentialsBuilder principal(Supplier<? extends @Nullable String> principal) {
    this.principal = Objects.requireNonNull(principal, "principal");
    return this;
  }

  /**
   * Who is asked for permission ({@link #redirectUri}), where that is somebody else than the {@link
   * #principal}: all users share one token, and any of them may be the one who gives permission.
   * Asked on the thread that makes a request and on the one that calls {@link
   * OAuthCredentials#complete}. What one user was sent to is taken from that user alone. {@code
   * null} for nobody, who is sent nowhere. Default: the principal.
   */
  public OAuthCredentialsBuilder user(Supplier<? extends @Nullable String> user) {
    this.user = Objects.requireNonNull(user, "user");
    return this;
  }

  /** Where tokens and registrations are kept; default {@link TokenStore#inMemory()}. */
  public OAuthCredentialsBuilder tokenStore(TokenStore store) {
    this.store = Objects.requireNonNull(store, "store");
    return this;
  }

  /**
   * Where it is kept what users were asked for ({@link #redirectUri}) until they come back; default
   * {@link AuthorizationStore#inMemory()}, which is for one instance of the application.
   */
  public OAuthCredentialsBuilder authorizationStore(AuthorizationStore store) {
    this.authorizations = Objects.requireNonNull(store, "store");
    return this;
  }

  /** Where this client lets itself be sent; default https to public addresses. */
  public OAuthCredentialsBuilder urlPolicy(UrlPolicy policy) {
    this.urlPolicy = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /**
   * Goes to the metadata and to the authorization server through a proxy that speaks HTTP: {@code
   * http://host:port}, or {@code http://user:password@host:port} for one that wants to know who
   * comes. What is sent goes through a tunnel, in which the proxy sees nothing. The own machine is
   * reached without it. Default: none, whatever the properties of this JVM say of proxies.
   *
   * @throws IllegalArgumentException if it is no http URL; the message does not quote it
   */
  public OAuthCredentialsBuilder proxy(URI proxy) {
    this.proxy = AuthProxy.at(proxy);
    return this;
  }

  /**
   * Whom to trust, and how to identify oneself, over https to the metadata and to the authorization
   * server; default: as this JVM does. The transport to the MCP server has its own.
   */
  public OAuthCredentialsBuilder sslContext(SSLContext sslContext) {
    this.sslContext = Objects.requireNonNull(sslContext, "sslContext");
    return this;
  }

  /**
   * How long a request waits for what another one began to get a token, if it may take so long;
   * default 5 minutes.
   */
  public OAuthCredentialsBuilder patience(Duration patience) {
    this.patience = positive(patience);
    return this;
  }

  /**
   * How long a person, or the authorization server, is left alone after no token was given;
   * requests fail at once meanwhile. Default 5 minutes. Where a person is asked again and again and
   * does not answer, it doubles each time, up to an hour; {@link OAuthCredentials#askAgain} ends
   * it.
   */
  public OAuthCredentialsBuilder pauseAfterFailure(Duration pause) {
    this.pause = positive(pause);
    return this;
  }

  /**
   * Whether a server without protected-resource metadata is taken for its own authorization server,
   * as in the revision of 2025-03-26; default yes.
   */
  public OAuthCredentialsBuilder serverAsAuthorizationServer(boolean allowed) {
    this.serverItself = allowed;
    return this;
  }

  /**
   * Tokens are sent to the MCP server over plain http, too, and it is asked for its metadata so.
   * For where something else sees to it that nobody is on the way, such as the TLS of a service
   * mesh: whoever is can use the token, and have users give permission for one. The authorization
   * server is spoken to over https all the same. Default: only if the server is on this machine.
   */
  public OAuthCredentialsBuilder allowPlainHttp() {
    this.plainHttp = true;
    return this;
  }

  /**
   * People are also sent to an authorization endpoint of another site than the issuer and the token
   * endpoint, where the authorization server does not promise that its answers say who they are
   * from (RFC 9207). For one that you know to be set up so: a hostile one could otherwise have a
   * code of an honest one brought to it (mix-up, RFC 9700, section 4.4). Default: no.
   */
  public OAuthCredentialsBuilder allowCrossSiteTokenEndpoint() {
    this.crossSite = true;
    return this;
  }

  /**
   * For applications that configure credentials by properties: messages ask for a change of those,
   * instead of the methods of this API. Default: the methods.
   *
   * @param names from the last part of a property, such as {@code client-id}, to its full name
   */
  public OAuthCredentialsBuilder propertyNames(UnaryOperator<String> names) {
    this.names = new SettingNames(Objects.requireNonNull(names, "names"));
    return this;
  }

  OAuthCredentialsBuilder clock(Clock clock) {
    this.clock = clock;
    return this;
  }

  static Duration positive(Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("a duration must be positive: " + duration);
    }
    return duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
  }

  /**
   * Does no I/O.
   *
   * @throws IllegalArgumentException if the MCP server is spoken to over plain http, is not on this
   *     machine, and that was not allowed ({@link #allowPlainHttp})
   * @throws IllegalStateException if there is neither a person nor a client that could ask, more
   *     than one way to get a token, users and no principal, or a client with a secret without an
   *     issuer
   */
  public OAuthCredentials build() {
    if (prompt == null && redirectUri == null && registrations.isEmpty()) {
      throw new IllegalStateException(
          "nobody to ask: set a prompt, or a client for client credentials");
    }
    if (Stream.of(prompt, redirectUri, identityProvider, workloadIdentity)
            .filter(Objects::nonNull)
            .count()
        > 1) {
      throw new IllegalStateException(
          "one way to get a token: a prompt, a redirect URI, an identity provider or a workload identity");
    }
    if (principal == null && (redirectUri != null || identityProvider != null)) {
      throw new IllegalStateException(
          "a redirect URI and an identity provider are for users, and it is not known whose token"
              + " is whose: set a principal, such as () -> \"me\" for one person");
    }
    if (!plainHttp && PlainHttp.leavesThisMachine(server)) {
      throw new IllegalArgumentException(
          server.getHost()
              + " is spoken to over plain http, so that whoever is on the way could use the token"
              + " (RFC 6750, section 5.3): use https, or say allowPlainHttp() if nobody can be, as"
              + " where a service mesh does TLS");
    }
    registrations.forEach(this::requireIssuer);
    AuthHttp http =
        new AuthHttp(new UrlRules(urlPolicy, names), sslContext, proxy, InetAddress::getAllByName);
    TokenEndpoint endpoint = new TokenEndpoint(http, clock);
    ClientMetadata metadata =
        new ClientMetadata(clientName, List.of("authorization_code", "refresh_token"));
    Registrations known =
        new Registrations(http, clock, registrations, metadataDocument, metadata, store);
    Discovery discovery =
        new Discovery(
            plainHttp ? http.orPlainlyTo(server) : http,
            serverItself,
            Registrations.issuers(registrations),
            clock);
    TokenFlow flow = flow(known, endpoint, discovery);
    return new OAuthCredentials(
        new TokenHolder.Shared(
            server,
            store,
            discovery,
            known,
            endpoint,
            flow,
            new ScopeSelection(flow, scopes),
            new Revocation(http),
            clock,
            patience,
            Workers.named("oauth")),
        principal == null ? () -> EVERYBODY : principal);
  }

  /** An MCP server could name its own authorization server, and use there what it is shown. */
  private void requireIssuer(ClientRegistration client) {
    boolean replayable = client.secret() != null || workloadIdentity != null;
    if (replayable && !client.isAddressed()) {
      throw new IllegalStateException(
          "the client \""
              + client.clientId()
              + "\" "
              + (client.secret() != null ? "has a secret" : "shows an assertion")
              + " but no issuer, so that the MCP server could choose who sees it: set the"
              + " authorization server's with ClientRegistration.at(issuer), or leave the choice to"
              + " the MCP server with atFirstIssuer()");
    }
  }

  private static Supplier<String> read(Supplier<String> assertion) {
    String now = assertion.get();
    return () -> now;
  }

  private TokenFlow flow(Registrations known, TokenEndpoint endpoint, Discovery discovery) {
    if (prompt != null) {
      return new AuthorizationCodeFlow(prompt, new CodeExchange(known, endpoint, crossSite), pause);
    }
    if (redirectUri != null) {
      return new WebFlow(
          server,
          redirectUri,
          new CodeExchange(known, endpoint, crossSite),
          authorizations,
          new WebAuthorizations(discovery, known),
          clock,
          user);
    }
    if (identityProvider != null) {
      AssertionFlow.Source source = new IdentityAssertions(identityProvider, endpoint);
      return new AssertionFlow(source, known, endpoint, pause);
    }
    Supplier<String> platform = workloadIdentity;
    return platform == null
        ? new ClientCredentialsFlow(known, endpoint, pause)
        : new AssertionFlow((target, scopes, key) -> read(platform), known, endpoint, pause);
  }
}
