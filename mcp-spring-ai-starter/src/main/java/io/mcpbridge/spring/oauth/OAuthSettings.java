package io.mcpbridge.spring.oauth;

import java.util.List;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/**
 * What is set for one server: what it says itself, and where it says nothing, what holds for all.
 *
 * @param layers where to look, one after the other; never empty
 * @param perUser whether each user has a connection and a list of tools of their own
 * @param tls what to connect with, by the name of an SSL bundle; throws what Spring Boot throws
 */
public record OAuthSettings(List<Layer> layers, boolean perUser, Function<String, SSLContext> tls) {

  /** Of a server with one list for all users. */
  public OAuthSettings(List<Layer> layers) {
    this(
        layers,
        false,
        bundle -> {
          throw new NoSuchSslBundleException(bundle, "there are none");
        });
  }

  /** The same with what to connect with. */
  public OAuthSettings with(Function<String, SSLContext> bundles) {
    return new OAuthSettings(layers, perUser, bundles);
  }

  /** The same for a server that keeps users apart. */
  public OAuthSettings forEachUser() {
    return new OAuthSettings(layers, true, tls);
  }

  /**
   * What was set in one place.
   *
   * @param prefix how that place is called, such as {@code mcp.client.servers.files}
   */
  public record Layer(String prefix, McpOAuthProperties properties) {

    String name(String property) {
      return prefix + ".oauth." + property;
    }

    String text(Function<McpOAuthProperties, @Nullable String> property) {
      String value = property.apply(properties);
      return value == null ? "" : value.strip();
    }
  }

  /** Copies the list. */
  public OAuthSettings {
    layers = List.copyOf(layers);
  }

  /** How a token is had; {@link McpOAuthProperties.Grant#NONE} if nothing is set. */
  public McpOAuthProperties.Grant grant() {
    McpOAuthProperties.Grant grant = get(McpOAuthProperties::grant);
    return grant == null ? McpOAuthProperties.Grant.NONE : grant;
  }

  /** Whether the server itself says how. */
  public boolean isOwn() {
    return isOwn(McpOAuthProperties::grant);
  }

  /** Whether the server itself says so. */
  boolean isOwn(Function<McpOAuthProperties, ? extends @Nullable Object> property) {
    return property.apply(layers.get(0).properties) != null;
  }

  <T> @Nullable T get(Function<McpOAuthProperties, @Nullable T> property) {
    for (Layer layer : layers) {
      T value = property.apply(layer.properties);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  boolean is(Function<McpOAuthProperties, @Nullable Boolean> property) {
    return Boolean.TRUE.equals(get(property));
  }

  String text(Function<McpOAuthProperties, @Nullable String> property) {
    String value = get(property);
    return value == null ? "" : value.strip();
  }

  /** How the property is called where it is set, or else where the server would set it. */
  public String name(String property, Function<McpOAuthProperties, ? extends @Nullable Object> of) {
    for (Layer layer : layers) {
      if (of.apply(layer.properties) != null) {
        return layer.name(property);
      }
    }
    return layers.get(0).name(property);
  }

  /** How a property is called that a message of mcp-oauth asks to change. */
  String name(String property) {
    return property.startsWith("allow-")
        ? layers.get(0).name(property)
        : name(property, McpOAuthProperties::clientId); // a client is taken as a whole
  }

  /** What is wrong with a property, by its name and never with its value. */
  InvalidOAuthException invalid(
      String property,
      Function<McpOAuthProperties, ? extends @Nullable Object> of,
      String problem,
      String action) {
    return new InvalidOAuthException(name(property, of) + " " + problem, action);
  }
}
