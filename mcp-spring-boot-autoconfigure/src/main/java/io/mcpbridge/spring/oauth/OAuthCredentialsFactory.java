package io.mcpbridge.spring.oauth;

import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.internal.text.PlainHttp;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.IdentityProvider;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.spring.oauth.internal.settings.OAuthClientSelector;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings;
import io.mcpbridge.spring.oauth.internal.user.TokenPrincipals;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties.Grant;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties.ListToolsAs;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import io.mcpbridge.spring.oauth.user.IdTokens;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/** Builds the credentials of one server from its settings. */
final class OAuthCredentialsFactory {

  /** Owner of a token that is not a user's. */
  private static final String SHARED_PRINCIPAL = "application";

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);

  private final String server;
  private final URI url;
  private final OAuthSettings settings;
  private final OAuthBeans oauthBeans;
  private final TokenPrincipals users;
  private final OAuthCredentialsBuilder oauth;

  private OAuthCredentialsFactory(
      String server, URI url, OAuthSettings settings, OAuthBeans oauthBeans) {
    this.server = server;
    this.url = url;
    this.settings = settings;
    this.oauthBeans = oauthBeans;
    this.users = users();
    this.oauth = OAuthCredentials.builder(url.toString());
  }

  /**
   * Builds the credentials.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     settings are invalid
   */
  static ServerCredentials of(
      String server,
      URI url,
      OAuthSettings settings,
      OAuthBeans oauthBeans,
      AuthorizationEvents events) {
    OAuthCredentialsFactory factory =
        new OAuthCredentialsFactory(server, url, settings, oauthBeans);
    String authorizationPage = settings.isWeb() ? oauthBeans.permissionPage(server) : null;
    return new ServerCredentials(
        server,
        url,
        factory.builder(),
        factory.users,
        events,
        authorizationPage,
        listed -> oauthBeans.signedOut(server, listed));
  }

  private TokenPrincipals users() {
    if (settings.isWeb() && settings.is(McpOAuthProperties::shared)) {
      return TokenPrincipals.shared(oauthBeans::currentUser, SHARED_PRINCIPAL);
    }
    if (!isPerUser()) {
      return TokenPrincipals.none(SHARED_PRINCIPAL);
    }
    if (!oauthBeans.has(CurrentUser.class)) {
      throw settings.invalid(
          "grant",
          McpOAuthProperties::grant,
          "is for users, but the application does not identify its users.",
          "Declare a bean of the type "
              + CurrentUser.class.getName()
              + ", or add Spring Security.");
    }
    // per-user tool lists use only that user's token
    return TokenPrincipals.perUser(
        oauthBeans::currentUser,
        !settings.perUser()
            && settings.get(McpOAuthProperties::listToolsAs) != ListToolsAs.ANONYMOUS);
  }

  /** Whether each user has a token of their own. */
  private boolean isPerUser() {
    return (settings.isWeb() || settings.grant() == Grant.ENTERPRISE_MANAGED)
        && !settings.is(McpOAuthProperties::shared);
  }

  private OAuthCredentialsBuilder builder() {
    oauth.principal(users::actingTokenOwner);
    oauth.propertyNames(settings::name);
    checkPlainHttp();
    restrictAuthorizationServers();
    useSslBundle();
    String clientName = settings.login().clientName();
    if (clientName != null) {
      oauth.clientName(clientName);
    } else if (!oauthBeans.name().isEmpty()) {
      oauth.clientName(oauthBeans.name());
    }
    List<String> scopes = settings.get(McpOAuthProperties::scopes);
    if (scopes != null) {
      oauth.scopes(scopes);
    }
    switch (settings.grant()) {
      case AUTHORIZATION_CODE -> {
        if (settings.isWeb()) {
          web();
        } else {
          loopback();
        }
      }
      case CLIENT_CREDENTIALS -> oauth.client(choice().required(true));
      case ENTERPRISE_MANAGED -> enterprise();
      case WORKLOAD_IDENTITY -> workload();
    }
    oauthBeans.applyTo(server, oauth);
    return oauth;
  }

  /** Checks the connection that sends the token to the MCP server. */
  private void checkPlainHttp() {
    if (settings.is(McpOAuthProperties::allowPlainHttp)) {
      oauth.allowPlainHttp();
    } else if (PlainHttp.isRemote(url)) {
      throw settings.invalid(
          "allow-plain-http",
          McpOAuthProperties::allowPlainHttp,
          "is not true, and the server is called over plain http: an attacker on the network could"
              + " use the token.",
          "Set a url with https. If the network is protected, such as by a service mesh, set "
              + settings.name("allow-plain-http", McpOAuthProperties::allowPlainHttp)
              + "=true.");
    }
  }

  private void restrictAuthorizationServers() {
    UrlPolicy policy = UrlPolicy.defaults();
    if (settings.is(McpOAuthProperties::allowLoopback)) {
      policy = policy.allowLoopback();
    }
    if (settings.is(McpOAuthProperties::allowPrivateNetworks)) {
      policy = policy.allowPrivateNetworks();
    }
    oauth.urlPolicy(policy);
  }

  private void useSslBundle() {
    String bundle = settings.text(McpOAuthProperties::sslBundle);
    if (!bundle.isEmpty()) {
      try {
        oauth.sslContext(settings.tls().apply(bundle));
      } catch (NoSuchSslBundleException e) {
        throw settings.invalid(
            "ssl-bundle",
            McpOAuthProperties::sslBundle,
            "names an unknown SSL bundle: '" + bundle + "'.",
            "Set the name of one below spring.ssl.bundle, or leave it out.");
      }
    }
  }

  private OAuthClientSelector choice() {
    return new OAuthClientSelector(settings, oauthBeans.resources());
  }

  private void loopback() {
    if (oauthBeans.web() && settings.get(McpOAuthProperties::redirectUri) != null) {
      throw settings.invalid(
          "redirect-uri",
          McpOAuthProperties::redirectUri,
          "is blank, so the users of this web application could not be redirected back.",
          "Set the full URL to which users are redirected back, or leave the property out.");
    }
    if (oauthBeans.web() && !settings.is(McpOAuthProperties::shared)) {
      throw settings.invalid(
          "grant",
          McpOAuthProperties::grant,
          "signs in the user of this machine, but this is a web application with other users.",
          "Set redirect-uri, so that each user grants access. To share the token of the user"
              + " of this machine with all users, set "
              + settings.name("shared", McpOAuthProperties::shared)
              + "=true.");
    }
    choice().applyTo(oauth);
    oauth.prompt(oauthBeans.prompt(settings.login()));
  }

  private void web() {
    String uri = settings.text(McpOAuthProperties::redirectUri);
    if (!uri.contains("{server}") && !settings.isOwn(McpOAuthProperties::redirectUri)) {
      throw settings.invalid(
          "redirect-uri",
          McpOAuthProperties::redirectUri,
          "is the same for all servers, so the response of one authorization server could be"
              + " mistaken for another's.",
          "Include '{server}', as in 'https://desk.example.com/mcp/oauth/callback/{server}'.");
    }
    choice().applyTo(oauth);
    URI redirect =
        url(
            "redirect-uri",
            McpOAuthProperties::redirectUri,
            uri.replace("{server}", OAuthBeans.segment(server)),
            "the full URL to which users are redirected back, such as"
                + " 'https://desk.example.com/mcp/oauth/callback/{server}'");
    oauth.redirectUri(redirect.toString());
    if (users.isShared()) {
      oauth.user(users::currentUser); // the user who begins decides whose account all use
    }
    requireKnownUsers();
    warnOfAnotherPath(redirect);
  }

  /** The redirect URI may also contain the context path and a prefix that a proxy strips. */
  private void warnOfAnotherPath(URI redirect) {
    String path = oauthBeans.callbackPath(server);
    if (path != null && !("" + redirect.getRawPath()).endsWith(path)) {
      log.warn(
          "{} does not end with '{}', the callback path of this application. Unless a proxy"
              + " rewrites the path, the callback will not be found: change it, or"
              + " mcp.client.oauth.callback-path",
          settings.name("redirect-uri", McpOAuthProperties::redirectUri),
          path);
    }
  }

  /** The user who authorizes a shared token decides whose account all users access. */
  private void requireKnownUsers() {
    if (settings.is(McpOAuthProperties::shared) && !oauthBeans.has(CurrentUser.class)) {
      throw settings.invalid(
          "shared",
          McpOAuthProperties::shared,
          "requires known users; otherwise any visitor could authorize the token that all"
              + " users share.",
          "Declare a bean of the type "
              + CurrentUser.class.getName()
              + ", or add Spring Security, and restrict the page to users who may decide for all.");
    }
  }

  private void enterprise() {
    if (!oauthBeans.has(IdTokens.class)) {
      throw settings.invalid(
          "grant",
          McpOAuthProperties::grant,
          "exchanges ID tokens, but no bean provides them.",
          "Declare a bean of the type " + IdTokens.class.getName() + ".");
    }
    oauth.client(choice().required(false));
    String id = settings.text(p -> p.identityProvider().clientId());
    String secret = settings.text(p -> p.identityProvider().clientSecret());
    if (id.isEmpty()) {
      throw settings.invalid(
          "identity-provider.client-id",
          p -> p.identityProvider().clientId(),
          "is not set.",
          "Set the client id of this application at the identity provider.");
    }
    URI endpoint =
        url(
            "identity-provider.token-endpoint",
            p -> p.identityProvider().tokenEndpoint(),
            settings.text(p -> p.identityProvider().tokenEndpoint()),
            "the identity provider's token endpoint");
    oauth.identityProvider(
        new IdentityProvider(
            endpoint,
            secret.isEmpty() ? ClientRegistration.of(id) : ClientRegistration.of(id, secret),
            () -> oauthBeans.idTokenOf(users.actingTokenOwner())));
  }

  private void workload() {
    String file = settings.text(McpOAuthProperties::assertionFile);
    if (file.isEmpty()) {
      throw settings.invalid(
          "assertion-file",
          McpOAuthProperties::assertionFile,
          "is not set.",
          "Set the path of the platform's token file, such as"
              + " '/var/run/secrets/tokens/mcp-token'.");
    }
    oauth.client(choice().required(false));
    Path path = Path.of(file.startsWith("file:") ? file.substring("file:".length()) : file);
    oauth.workloadIdentity(() -> read(path));
  }

  private String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new McpAuthorizationException(
          settings.name("assertion-file", McpOAuthProperties::assertionFile)
              + " cannot be read: "
              + e.getClass().getSimpleName());
    }
  }

  private URI url(
      String property,
      Function<McpOAuthProperties, @Nullable String> getter,
      String value,
      String expectation) {
    try {
      URI uri = URI.create(value);
      if (uri.getHost() != null && ("" + uri.getScheme()).matches("(?i)https?")) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // reported below without the value, which may be a secret
    }
    throw settings.invalid(
        property,
        getter,
        value.isEmpty() ? "is not set." : "is not a URL of the form http(s)://host/path.",
        "Set " + expectation + ".");
  }
}
