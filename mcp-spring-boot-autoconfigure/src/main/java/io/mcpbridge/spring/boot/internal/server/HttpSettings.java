package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/** The settings of an HTTP server. */
record HttpSettings(String server, ServerSettings settings, ServerBeans serverBeans) {

  /**
   * Applies all settings except headers and credentials, which only servers of the properties get,
   * then the customizers.
   *
   * @throws InvalidMcpConfigurationException if they are invalid
   */
  void applyTo(HttpTransportBuilder<?> transport) {
    settings.usePositive(
        "connect-timeout", McpServerProperties::connectTimeout, transport::connectTimeout);
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
    serverBeans.customizers().forEach(customizer -> customizer.http(server, transport));
  }

  private void secure(HttpTransportBuilder<?> transport, ServerPropertyNames names, String bundle) {
    try {
      transport.sslContext(serverBeans.sslBundles().context(bundle));
    } catch (NoSuchSslBundleException e) {
      throw new InvalidMcpConfigurationException(
          names.of("ssl-bundle") + " names an unknown SSL bundle: '" + bundle + "'.",
          "Set the name of one below spring.ssl.bundle, or leave it out.",
          e);
    }
  }
}
