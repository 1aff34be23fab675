package io.mcpbridge.spring.boot;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.util.Map;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/** What is set for a server behind a URL. */
record HttpSettings(String server, ServerSettings settings, ServerParts parts) {

  /**
   * Sets it, and lets the customizers have their say.
   *
   * @throws InvalidMcpServerException if it makes no sense
   */
  void applyTo(HttpTransportBuilder<?> transport) {
    identity(transport);
    applySharedTo(transport);
  }

  /** Sets only what is no secret between the application and a server of its properties. */
  void applySharedTo(HttpTransportBuilder<?> transport) {
    settings.useNamed(
        "accept-timeout",
        McpServerProperties::acceptTimeout,
        (names, time) -> transport.acceptTimeout(names.positive("accept-timeout", time)));
    settings.useNamed(
        "max-connections",
        McpServerProperties::maxConnections,
        (names, number) -> transport.maxConnections(names.atLeastOne("max-connections", number)));
    settings.useNamed(
        "ssl-bundle",
        McpServerProperties::sslBundle,
        (names, bundle) -> {
          if (!bundle.isBlank()) {
            secure(transport, names, bundle.strip());
          }
        });
    settings.useNamed(
        "proxy",
        McpServerProperties::proxy,
        (names, proxy) -> {
          if (!proxy.isBlank()) {
            transport.proxy(names.url("proxy", proxy.strip(), "http://host:port"));
          }
        });
    transport.limits(MessageLimits.of(settings));
    parts.customizers().forEach(customizer -> customizer.http(server, transport));
  }

  private void identity(HttpTransportBuilder<?> transport) {
    Map<String, String> headers = settings.all(McpServerProperties::headers);
    String token = settings.text(McpServerProperties::bearerToken);
    transport.headers(headers);
    if (!token.isEmpty()) {
      if (headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase)) {
        throw settings
            .names()
            .invalid(
                settings.names().of("bearer-token")
                    + " and "
                    + settings.names().of("headers.Authorization")
                    + " are both set.",
                "Keep one of them.");
      }
      transport.credentials(BearerToken.of(token));
    }
    registration(transport, headers, token);
  }

  private void registration(
      HttpTransportBuilder<?> transport, Map<String, String> headers, String token) {
    String registration = settings.text(McpServerProperties::clientRegistration);
    String background = settings.text(McpServerProperties::backgroundRegistration);
    ServerPropertyNames names = settings.names();
    if (registration.isEmpty()) {
      if (!background.isEmpty()) {
        throw names.invalid(
            names.of("background-registration") + " is set, and client-registration is not.",
            "Set client-registration, to this one if no user has a token of their own.");
      }
      return;
    }
    if (!token.isEmpty() || headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase)) {
      throw names.invalid(
          names.of("client-registration") + " is set, and another token or header for it, too.",
          "Keep one of client-registration, bearer-token and headers.Authorization.");
    }
    RegisteredClients clients = parts.registeredClients();
    if (clients == null) {
      throw names.invalid(
          names.of("client-registration")
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

  private void secure(HttpTransportBuilder<?> transport, ServerPropertyNames names, String bundle) {
    try {
      transport.sslContext(parts.sslBundles().context(bundle));
    } catch (NoSuchSslBundleException e) {
      throw names.invalid(
          names.of("ssl-bundle") + " names no SSL bundle: '" + bundle + "'.",
          "Set the name of one below spring.ssl.bundle, or leave it out.",
          e);
    }
  }
}
