package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.boot.McpServerCustomizer;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.McpServerProperties.AuthType;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.server.ServerSettings.Layer;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Configures the credentials of an HTTP server. */
record HttpIdentity(
    String server, ServerSettings settings, OAuthSettings oauth, ServerBeans serverBeans) {

  /**
   * Sets the headers and the credentials.
   *
   * @throws InvalidMcpConfigurationException if one place sets more than one kind of credentials,
   *     or they are invalid
   */
  void applyTo(URI url, HttpTransportBuilder<?> transport) {
    IdentityType identity = IdentityType.of(settings);
    Layer from = identity.layer();
    AuthType type = identity.type();
    Map<String, String> headers =
        headers(type == null || type == AuthType.CUSTOM ? Objects.requireNonNull(from) : null);
    transport.headers(headers);
    rejectBackgroundRegistrationAlone();
    if (type == null) {
      return; // the header
    }
    switch (type) {
      case OAUTH2 -> transport.credentials(tokens(url));
      case CLIENT_REGISTRATION -> registered(transport, Objects.requireNonNull(from));
      case BEARER ->
          transport.credentials(BearerToken.of(settings.text(p -> p.auth().bearerToken())));
      case CUSTOM -> requireCustomizer(Objects.requireNonNull(from));
      case NONE ->
          transport.credentials(
              new UnconfiguredAuthorization(settings.names(), !headers.isEmpty()));
    }
  }

  private void requireCustomizer(Layer from) {
    if (serverBeans.customizers().isEmpty() && IdentityType.header(from.properties()).isEmpty()) {
      throw new InvalidMcpConfigurationException(
          from.names().of("auth.type") + " is custom, but no bean supplies credentials.",
          "Declare a bean of the type " + McpServerCustomizer.class.getName() + ".");
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
    ServerAuthorization authorization = serverBeans.authorization();
    if (authorization == null) {
      throw new InvalidMcpConfigurationException(
          settings.names().of("auth") + " requires OAuth, which needs mcp-oauth.",
          "Add the dependency io.mcpbridge:mcp-oauth, or leave 'auth' out.");
    }
    return authorization.credentials(server, url, oauth.with(serverBeans.sslBundles()::context));
  }

  /**
   * A background registration requires a client registration in the same place or in a fallback. A
   * server may still unset only the client registration.
   */
  private void rejectBackgroundRegistrationAlone() {
    List<Layer> layers = settings.layers();
    for (int i = 0; i < layers.size(); i++) {
      String background = layers.get(i).properties().auth().backgroundRegistration();
      if (background != null) {
        ServerSettings effective =
            new ServerSettings(
                layers.subList(i, layers.size()), settings.trace(), settings.profile());
        if (!background.isBlank() && effective.text(p -> p.auth().clientRegistration()).isEmpty()) {
          throw new InvalidMcpConfigurationException(
              effective.names().of("auth.background-registration")
                  + " is set without auth.client-registration.",
              "Set auth.client-registration; use the same registration if no user has a token of"
                  + " their own.");
        }
        return;
      }
    }
  }

  private void registered(HttpTransportBuilder<?> transport, Layer from) {
    String registration = settings.text(p -> p.auth().clientRegistration());
    String background = settings.text(p -> p.auth().backgroundRegistration());
    RegisteredClients clients = serverBeans.registrations().getIfAvailable();
    if (clients == null) {
      throw new InvalidMcpConfigurationException(
          from.names().of("auth.client-registration")
              + " is set, but Spring Security's OAuth 2.0 client is not on the class path.",
          "Add spring-boot-starter-oauth2-client (with Boot 4,"
              + " spring-boot-starter-security-oauth2-client), or leave the property out.");
    }
    settings.use(
        "auth.client-registration",
        p -> p.auth().clientRegistration(),
        id ->
            transport.credentials(
                clients.credentials(registration, background.isEmpty() ? null : background)));
  }
}
