package io.mcpbridge.spring.boot;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.boot.ServerSettings.Layer;
import io.mcpbridge.spring.oauth.InvalidOAuthException;
import io.mcpbridge.spring.oauth.McpOAuthProperties;
import io.mcpbridge.spring.oauth.OAuthSettings;
import io.mcpbridge.spring.oauth.ServerAuthorization;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Configures the credentials of an HTTP server. */
record HttpIdentity(String server, ServerSettings settings, ServerParts parts) {

  /**
   * Sets the headers and the credentials.
   *
   * @throws InvalidMcpConfigurationException if one place sets more than one kind of credentials,
   *     or they are invalid
   */
  void applyTo(URI url, HttpTransportBuilder<?> transport) {
    IdentityType way = IdentityType.of(settings);
    Layer from = way.layer(settings);
    Map<String, String> headers = headers(from != null && way == IdentityType.HEADER ? from : null);
    transport.headers(headers);
    refuseBackgroundAlone();
    switch (way) {
      case OAUTH -> transport.credentials(tokens(url));
      case REGISTRATION -> registered(transport, Objects.requireNonNull(from));
      case TOKEN ->
          transport.credentials(BearerToken.of(settings.text(McpServerProperties::bearerToken)));
      case HEADER -> {}
      case NONE ->
          transport.credentials(
              new UnconfiguredAuthorization(settings.names(), !headers.isEmpty()));
    }
  }

  /**
   * All headers, without {@code Authorization} if the credentials come from elsewhere.
   *
   * @param from the layer that sets the {@code Authorization} header
   */
  private Map<String, String> headers(@Nullable Layer from) {
    Map<String, String> headers = settings.all(McpServerProperties::headers);
    headers.keySet().removeIf(IdentityType::isAuthorization);
    if (from != null) {
      IdentityType.header(from.properties())
          .ifPresent(header -> headers.put(header.getKey(), header.getValue()));
    }
    return headers;
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
      return authorization.credentials(server, url, oauth.with(parts.sslBundles()::context));
    } catch (InvalidOAuthException e) {
      throw settings.names().invalid(String.valueOf(e.getMessage()), e.action());
    }
  }

  /**
   * A background registration requires a client registration in the same place or in a fallback. A
   * server may still unset only the client registration.
   */
  private void refuseBackgroundAlone() {
    List<Layer> layers = settings.layers();
    for (int i = 0; i < layers.size(); i++) {
      String background = layers.get(i).properties().backgroundRegistration();
      if (background != null) {
        ServerSettings here = new ServerSettings(layers.subList(i, layers.size()));
        if (!background.isBlank() && here.text(McpServerProperties::clientRegistration).isEmpty()) {
          throw backgroundAlone(here.names());
        }
        return;
      }
    }
  }

  private static InvalidMcpConfigurationException backgroundAlone(ServerPropertyNames names) {
    return names.invalid(
        names.of("background-registration") + " is set, and client-registration is not.",
        "Set client-registration, to this one if no user has a token of their own.");
  }

  private void registered(HttpTransportBuilder<?> transport, Layer from) {
    String registration = settings.text(McpServerProperties::clientRegistration);
    String background = settings.text(McpServerProperties::backgroundRegistration);
    RegisteredClients clients = parts.registeredClients();
    if (clients == null) {
      throw from.names()
          .invalid(
              from.names().of("client-registration")
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
