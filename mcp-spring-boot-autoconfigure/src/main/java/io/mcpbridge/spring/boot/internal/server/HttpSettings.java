package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.net.URI;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/** The settings of an HTTP server. */
public record HttpSettings(String server, ServerSettings settings, ServerBeans serverBeans) {

  /**
   * Applies the settings, then the customizers.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if
   *     they are invalid
   */
  void applyTo(URI url, HttpTransportBuilder<?> transport) {
    new HttpIdentity(server, settings, serverBeans).applyTo(url, transport);
    applySharedTo(transport);
  }

  /**
   * Applies all settings except headers and credentials, which only servers of the properties get.
   */
  public void applySharedTo(HttpTransportBuilder<?> transport) {
    settings.useNamed(
        "connect-timeout",
        McpServerProperties::connectTimeout,
        (names, time) -> transport.connectTimeout(names.positive("connect-timeout", time)));
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
