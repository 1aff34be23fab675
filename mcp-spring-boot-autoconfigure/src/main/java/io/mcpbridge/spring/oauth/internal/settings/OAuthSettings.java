package io.mcpbridge.spring.oauth.internal.settings;

import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/**
 * The settings of one server: its own, with those for all servers as fallback.
 *
 * @param layers the settings in order of precedence; never empty
 * @param perUser whether each user has a connection and a tool list of their own
 * @param tls creates the SSL context of an SSL bundle by its name; throws what Spring Boot throws
 * @param login how a user of this machine logs in
 */
public record OAuthSettings(
    List<Layer> layers, boolean perUser, Function<String, SSLContext> tls, LoginOptions login) {

  /** Settings of a server with one tool list for all users. */
  public OAuthSettings(List<Layer> layers) {
    this(
        layers,
        false,
        bundle -> {
          throw new NoSuchSslBundleException(bundle, "there are none");
        },
        LoginOptions.NONE);
  }

  /** A copy that creates SSL contexts from these bundles. */
  public OAuthSettings with(Function<String, SSLContext> bundles) {
    return new OAuthSettings(layers, perUser, bundles, login);
  }

  /** A copy with these options. */
  public OAuthSettings with(LoginOptions options) {
    return new OAuthSettings(layers, perUser, tls, options);
  }

  /** A copy for a server with {@code per-user}. */
  public OAuthSettings forEachUser() {
    return new OAuthSettings(layers, true, tls, login);
  }

  /**
   * How a user of this machine logs in, where a servers file says so.
   *
   * @param redirectUri the loopback redirect URI of a registered client; {@code null} for any port
   * @param timeout how long to wait for the user; {@code null} for the default
   * @param clientName the name for dynamic registration; {@code null} for that of the application
   */
  public record LoginOptions(
      @Nullable URI redirectUri, @Nullable Duration timeout, @Nullable String clientName) {

    static final LoginOptions NONE = new LoginOptions(null, null, null);
  }

  /**
   * The settings of one place.
   *
   * @param prefix property prefix of that place, such as {@code mcp.client.servers.files}
   */
  public record Layer(String prefix, McpOAuthProperties properties) {

    String name(String property) {
      return prefix + ".auth.oauth2." + property;
    }

    String text(Function<McpOAuthProperties, @Nullable String> property) {
      String value = property.apply(properties);
      return value == null ? "" : value.strip();
    }
  }

  public OAuthSettings {
    layers = List.copyOf(layers);
  }

  /** The grant; by default the one in which users give permission. */
  public McpOAuthProperties.Grant grant() {
    McpOAuthProperties.Grant grant = get(McpOAuthProperties::grant);
    return grant == null ? McpOAuthProperties.Grant.AUTHORIZATION_CODE : grant;
  }

  /** Whether users give permission in this web application, which has a redirect URI then. */
  public boolean isWeb() {
    return grant() == McpOAuthProperties.Grant.AUTHORIZATION_CODE
        && !text(McpOAuthProperties::redirectUri).isEmpty();
  }

  /** Whether the server itself sets this property. */
  public boolean isOwn(Function<McpOAuthProperties, ? extends @Nullable Object> property) {
    return property.apply(layers.get(0).properties) != null;
  }

  public <T> @Nullable T get(Function<McpOAuthProperties, @Nullable T> property) {
    for (Layer layer : layers) {
      T value = property.apply(layer.properties);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  public boolean is(Function<McpOAuthProperties, @Nullable Boolean> property) {
    return Boolean.TRUE.equals(get(property));
  }

  public String text(Function<McpOAuthProperties, @Nullable String> property) {
    String value = get(property);
    return value == null ? "" : value.strip();
  }

  /** The full property name at the place that sets it, otherwise at the server. */
  public String name(String property, Function<McpOAuthProperties, ? extends @Nullable Object> of) {
    for (Layer layer : layers) {
      if (of.apply(layer.properties) != null) {
        return layer.name(property);
      }
    }
    return layers.get(0).name(property);
  }

  /** The full name of a property that a message of mcp-oauth refers to. */
  public String name(String property) {
    return property.startsWith("allow-")
        ? layers.get(0).name(property)
        : name(property, McpOAuthProperties::clientId); // one place sets the whole client
  }

  /** An exception that names the property but never its value. */
  public InvalidMcpConfigurationException invalid(
      String property,
      Function<McpOAuthProperties, ? extends @Nullable Object> of,
      String problem,
      String action) {
    return new InvalidMcpConfigurationException(name(property, of) + " " + problem, action);
  }
}
