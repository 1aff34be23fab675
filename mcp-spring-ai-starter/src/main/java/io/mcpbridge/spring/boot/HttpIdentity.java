package io.mcpbridge.spring.boot;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.oauth.InvalidOAuthException;
import io.mcpbridge.spring.oauth.McpOAuthProperties;
import io.mcpbridge.spring.oauth.OAuthSettings;
import io.mcpbridge.spring.oauth.ServerAuthorization;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.net.URI;
import java.util.Map;

/** Who asks at a server behind a URL, in one of the ways that there are. */
record HttpIdentity(String server, ServerSettings settings, ServerParts parts) {

  /**
   * Sets the headers and the credentials.
   *
   * @throws InvalidMcpServerException if there is more than one way, or it makes no sense
   */
  void applyTo(URI url, HttpTransportBuilder<?> transport) {
    Map<String, String> headers = settings.all(McpServerProperties::headers);
    boolean header = headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase);
    String token = settings.text(McpServerProperties::bearerToken);
    String registration = settings.text(McpServerProperties::clientRegistration);
    transport.headers(headers);
    refuseBackgroundAlone(registration);
    if (!registration.isEmpty()) {
      refuseBoth(
          header || !token.isEmpty(),
          settings.names().of("client-registration")
              + " is set, and another token or header for it, too.",
          "Keep one of client-registration, bearer-token and headers.Authorization.");
    }
    if (!token.isEmpty()) {
      refuseBoth(
          header,
          settings.names().of("bearer-token")
              + " and "
              + settings.names().of("headers.Authorization")
              + " are both set.",
          "Keep one of them.");
    }
    String other =
        header
            ? "headers.Authorization"
            : !token.isEmpty()
                ? "bearer-token"
                : registration.isEmpty() ? "" : "client-registration";
    if (isOAuth(other)) {
      transport.credentials(tokens(url));
    } else if (!registration.isEmpty()) {
      registered(transport, registration);
    } else if (!token.isEmpty()) {
      transport.credentials(BearerToken.of(token));
    } else if (!header) {
      transport.credentials(new UnconfiguredAuthorization(settings.names()));
    }
  }

  private void refuseBoth(boolean both, String problem, String action) {
    if (both) {
      throw settings.names().invalid(problem, action);
    }
  }

  /**
   * What holds for all is not meant for a server that has something else.
   *
   * @param other what else is set; empty for nothing
   */
  private boolean isOAuth(String other) {
    OAuthSettings oauth = settings.oauth();
    if (oauth.grant() == McpOAuthProperties.Grant.NONE) {
      return false;
    }
    refuseBoth(
        !other.isEmpty() && oauth.isOwn(),
        settings.names().of("oauth.grant")
            + " and "
            + settings.names().of(other)
            + " are both set.",
        "Keep one of them.");
    return other.isEmpty();
  }

  private Credentials tokens(URI url) {
    OAuthSettings oauth = settings.oauth();
    ServerAuthorization authorization = parts.authorization();
    if (authorization == null) {
      throw settings
          .names()
          .invalid(
              oauth.name("grant", McpOAuthProperties::grant) + " has no effect without mcp-oauth.",
              "Add the dependency io.mcpbridge:mcp-oauth, or leave this out.");
    }
    try {
      return authorization.credentials(server, url, oauth);
    } catch (InvalidOAuthException e) {
      throw settings.names().invalid(String.valueOf(e.getMessage()), e.action());
    }
  }

  private void refuseBackgroundAlone(String registration) {
    String background = settings.text(McpServerProperties::backgroundRegistration);
    refuseBoth(
        registration.isEmpty() && !background.isEmpty(),
        settings.names().of("background-registration") + " is set, and client-registration is not.",
        "Set client-registration, to this one if no user has a token of their own.");
  }

  private void registered(HttpTransportBuilder<?> transport, String registration) {
    String background = settings.text(McpServerProperties::backgroundRegistration);
    RegisteredClients clients = parts.registeredClients();
    if (clients == null) {
      throw settings
          .names()
          .invalid(
              settings.names().of("client-registration")
                  + " is set, and Spring Security's OAuth 2.0 client is not on the class path.",
              "Add spring-boot-starter-oauth2-client (with Boot 4,"
                  + " spring-boot-starter-security-oauth2-client), or leave the property out.");
    }
    settings.use(
        "client-registration",
        McpServerProperties::clientRegistration,
        id ->
            transport.credentials(
                clients.credentials(
                    server, registration, background.isEmpty() ? null : background)));
  }
}
