package io.mcpbridge.spring.oauth;

import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.oauth.ClientRegistration;
import io.mcpbridge.oauth.IdentityProvider;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.spring.oauth.McpOAuthProperties.Grant;
import io.mcpbridge.spring.oauth.McpOAuthProperties.ListedAs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the credentials of one server from its settings. */
final class OAuthAssembly {

  /** Owner of a token that is not a user's. */
  private static final String EVERYBODY = "application";

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);

  private final String server;
  private final URI url;
  private final OAuthSettings settings;
  private final OAuthParts parts;
  private final TokenPrincipals users;
  private final OAuthCredentialsBuilder oauth;

  private OAuthAssembly(String server, URI url, OAuthSettings settings, OAuthParts parts) {
    this.server = server;
    this.url = url;
    this.settings = settings;
    this.parts = parts;
    this.users = users();
    this.oauth = OAuthCredentials.builder(url.toString());
  }

  /**
   * Builds the credentials.
   *
   * @throws InvalidOAuthException if the settings are invalid
   */
  static ServerCredentials of(
      String server, URI url, OAuthSettings settings, OAuthParts parts, AuthorizationEvents news) {
    OAuthAssembly assembly = new OAuthAssembly(server, url, settings, parts);
    String page = settings.grant() == Grant.WEB ? parts.permissionPage(server) : null;
    return new ServerCredentials(
        server,
        url,
        assembly.builder(),
        assembly.users,
        news,
        page,
        listed -> parts.signedOut(server, listed));
  }

  private TokenPrincipals users() {
    if (settings.grant() == Grant.WEB && settings.is(McpOAuthProperties::shared)) {
      return TokenPrincipals.sharing(parts::currentUser, EVERYBODY);
    }
    if (!isPerUser()) {
      return TokenPrincipals.none(EVERYBODY);
    }
    if (!parts.has(CurrentUser.class)) {
      throw settings.invalid(
          "grant",
          McpOAuthProperties::grant,
          "is for users, and it is not known who they are.",
          "Declare a bean of the type "
              + CurrentUser.class.getName()
              + ", or have Spring Security on the class path.");
    }
    // per-user tool lists use only that user's token
    return TokenPrincipals.each(
        parts::currentUser,
        !settings.perUser() && settings.get(McpOAuthProperties::listedAs) != ListedAs.NOBODY);
  }

  /** Whether each user has a token of their own. */
  private boolean isPerUser() {
    Grant grant = settings.grant();
    return (grant == Grant.WEB || grant == Grant.ENTERPRISE_MANAGED)
        && !settings.is(McpOAuthProperties::shared);
  }

  private OAuthCredentialsBuilder builder() {
    oauth.principal(users::acting);
    oauth.propertyNames(settings::name);
    new OAuthNetworkPolicy(url, settings).applyTo(oauth);
    pause();
    name();
    List<String> scopes = settings.get(McpOAuthProperties::scopes);
    if (scopes != null) {
      oauth.scopes(scopes);
    }
    switch (settings.grant()) {
      case NONE -> throw new IllegalArgumentException("no grant");
      case BROWSER -> browser();
      case WEB -> web();
      case CLIENT_CREDENTIALS -> oauth.client(choice().required(true));
      case ENTERPRISE_MANAGED -> enterprise();
      case WORKLOAD_IDENTITY -> workload();
    }
    parts.applyTo(server, oauth);
    return oauth;
  }

  private void pause() {
    Duration pause = settings.get(McpOAuthProperties::retryCooldown);
    if (pause != null) {
      if (pause.isZero() || pause.isNegative()) {
        throw settings.invalid(
            "retry-cooldown",
            McpOAuthProperties::retryCooldown,
            "is not longer than zero.",
            "Set a duration such as '5m', or leave it out.");
      }
      oauth.retryCooldown(pause);
    }
  }

  private void name() {
    String said = settings.text(McpOAuthProperties::clientName);
    String name = said.isEmpty() ? parts.name() : said;
    if (!name.isEmpty()) {
      oauth.clientName(name);
    }
  }

  private ClientChoice choice() {
    return new ClientChoice(settings, parts.resources());
  }

  private void browser() {
    if (parts.web() && !settings.is(McpOAuthProperties::shared)) {
      throw settings.invalid(
          "grant",
          McpOAuthProperties::grant,
          "logs in the person at this machine, but this is a web application with other users.",
          "Set grant=web, so that each user gives permission. If all users are to share the token"
              + " of the person at this machine, set "
              + settings.name("shared", McpOAuthProperties::shared)
              + "=true.");
    }
    choice().applyTo(oauth);
    oauth.prompt(parts.prompt());
  }

  private void web() {
    String uri = settings.text(McpOAuthProperties::redirectUri);
    if (!uri.isEmpty()
        && !uri.contains("{server}")
        && !settings.isOwn(McpOAuthProperties::redirectUri)) {
      throw settings.invalid(
          "redirect-uri",
          McpOAuthProperties::redirectUri,
          "is the same for all servers: the answer of one authorization server could be taken for"
              + " that of another.",
          "Put '{server}' in it, such as in"
              + " 'https://desk.example.com/mcp/oauth/callback/{server}'.");
    }
    choice().applyTo(oauth);
    URI redirect =
        url(
            "redirect-uri",
            McpOAuthProperties::redirectUri,
            uri.replace("{server}", OAuthParts.segment(server)),
            "the full URL that users come back to, such as"
                + " 'https://desk.example.com/mcp/oauth/callback/{server}'");
    oauth.redirectUri(redirect.toString());
    if (users.isShared()) {
      oauth.user(users::person); // the user who begins decides whose account all use
    }
    requireKnownUsers();
    warnOfAnotherPath(redirect);
  }

  /** The redirect URI may also contain the context path and a prefix that a proxy strips. */
  private void warnOfAnotherPath(URI redirect) {
    String path = parts.callbackPath(server);
    if (path != null && !("" + redirect.getRawPath()).endsWith(path)) {
      log.warn(
          "{} does not end with '{}', where this application waits for users who gave permission."
              + " Unless a proxy makes one path of the other, they will find nothing: change it, or"
              + " mcp.client.oauth.callback-path",
          settings.name("redirect-uri", McpOAuthProperties::redirectUri),
          path);
    }
  }

  /** The user who authorizes a shared token decides whose account all users access. */
  private void requireKnownUsers() {
    if (settings.is(McpOAuthProperties::shared) && !parts.has(CurrentUser.class)) {
      throw settings.invalid(
          "shared",
          McpOAuthProperties::shared,
          "is for users who are known, or any visitor could give the token that all use.",
          "Declare a bean of the type "
              + CurrentUser.class.getName()
              + ", or have Spring Security on the class path, and let only those who may decide"
              + " for all come to the page.");
    }
  }

  private void enterprise() {
    if (!parts.has(IdTokens.class)) {
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
          "Set what this application is called at the identity provider.");
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
            () -> parts.idTokenOf(users.acting())));
  }

  private void workload() {
    String file = settings.text(McpOAuthProperties::assertionFile);
    if (file.isEmpty()) {
      throw settings.invalid(
          "assertion-file",
          McpOAuthProperties::assertionFile,
          "is not set.",
          "Set the file with the token of the platform, such as"
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
      throw new McpHttpStatusException(
          settings.name("assertion-file", McpOAuthProperties::assertionFile)
              + " cannot be read: "
              + e.getClass().getSimpleName(),
          401,
          null,
          null);
    }
  }

  private URI url(
      String property,
      Function<McpOAuthProperties, @Nullable String> of,
      String value,
      String wanted) {
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
        of,
        value.isEmpty() ? "is not set." : "is not a URL of the form http(s)://host/path.",
        "Set " + wanted + ".");
  }
}
