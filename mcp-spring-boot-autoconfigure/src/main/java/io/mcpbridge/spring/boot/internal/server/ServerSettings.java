package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.spring.boot.McpClientProfile;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.internal.server.SpringAiConnections.Connection;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings;
import io.mcpbridge.transport.TraceLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * The settings of one server: its own, with the defaults for all servers as fallback.
 *
 * @param layers the settings in order of precedence
 * @param trace the level of the wire trace, if no layer has one
 * @param profile what holds for properties that no layer has
 */
public record ServerSettings(List<Layer> layers, TraceLevel trace, McpClientProfile profile) {

  /** The settings of one place, and its property names. */
  record Layer(ServerPropertyNames names, McpServerProperties properties) {}

  /**
   * The settings of a server.
   *
   * @param serverProperties the properties below {@code mcp.client.servers}; {@code null} if there
   *     are none
   * @param imported the settings of another starter; {@code null} if there are none
   * @param common those of all servers
   */
  static ServerSettings of(
      String name,
      @Nullable McpServerProperties serverProperties,
      @Nullable Connection imported,
      McpClientProperties common) {
    List<Layer> layers = new ArrayList<>();
    if (serverProperties != null) {
      layers.add(new Layer(ServerPropertyNames.ofServer(name), serverProperties));
    }
    if (imported != null) {
      layers.add(new Layer(imported.names(), imported.properties()));
    }
    layers.add(new Layer(ServerPropertyNames.DEFAULTS, common.defaults()));
    return new ServerSettings(List.copyOf(layers), common.trace(), common.profile());
  }

  /** The property names of the server. */
  ServerPropertyNames names() {
    return layers.get(0).names;
  }

  /** The server's own settings. */
  McpServerProperties serverProperties() {
    return layers.get(0).properties;
  }

  /**
   * Whether the URL, or the command, is set. If the server itself sets one of them, those of the
   * defaults do not count.
   */
  boolean isSet(Function<McpServerProperties, @Nullable String> address) {
    return StringUtils.hasText(serverProperties().url())
            || StringUtils.hasText(serverProperties().command())
        ? StringUtils.hasText(address.apply(serverProperties()))
        : !text(address).isEmpty();
  }

  /** Whether it is a stdio server, if it is configured correctly. */
  boolean isProgram() {
    return !isSet(McpServerProperties::url) && isSet(McpServerProperties::command);
  }

  /** The settings a program is started with; if they are equal, the process can be kept. */
  List<?> ofProgram() {
    return List.of(
        text(McpServerProperties::command),
        get(McpServerProperties::args, List.of()),
        all(McpServerProperties::env),
        text(McpServerProperties::workingDirectory),
        get(McpServerProperties::loginShellPath, false));
  }

  /**
   * The settings of an HTTP connection and its credentials; if they are equal, the connection can
   * be kept.
   */
  List<?> ofUrl() {
    return Stream.concat(
            Stream.of(
                text(McpServerProperties::url),
                optional(McpServerProperties::transport),
                text(McpServerProperties::sslBundle),
                text(McpServerProperties::proxy),
                optional(McpServerProperties::connectTimeout)),
            layers.stream()
                .map(layer -> List.of(layer.properties.headers(), layer.properties.auth())))
        .toList();
  }

  private <T> Optional<T> optional(Function<McpServerProperties, @Nullable T> property) {
    return Optional.ofNullable(get(property));
  }

  /** The OAuth settings. */
  OAuthSettings oauth() {
    return new OAuthSettings(
        layers.stream()
            .map(
                layer ->
                    new OAuthSettings.Layer(layer.names.prefix(), layer.properties.auth().oauth2()))
            .toList());
  }

  /** The value; {@code null} if it is not set. */
  <T> @Nullable T get(Function<McpServerProperties, @Nullable T> property) {
    for (Layer layer : layers) {
      T value = property.apply(layer.properties);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** The value, or a default. */
  <T> T get(Function<McpServerProperties, @Nullable T> property, T otherwise) {
    T value = get(property);
    return value == null ? otherwise : value;
  }

  /**
   * The stripped text; empty if it is not set. A blank value counts as not set, so that a profile
   * can unset it.
   */
  String text(Function<McpServerProperties, @Nullable String> property) {
    String value = get(property);
    return value == null ? "" : value.strip();
  }

  /** The merged map; the server's own entries take precedence. */
  <T> Map<String, T> all(Function<McpServerProperties, Map<String, T>> property) {
    Map<String, T> all = new LinkedHashMap<>();
    for (int i = layers.size() - 1; i >= 0; i--) {
      all.putAll(property.apply(layers.get(i).properties));
    }
    return all;
  }

  /**
   * Applies the value, if it is set.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if it
   *     is refused; names the property
   */
  <T> void use(
      String name, Function<McpServerProperties, @Nullable T> property, Consumer<? super T> use) {
    useNamed(name, property, (names, value) -> use.accept(value));
  }

  /** Applies a duration, which must be positive. */
  void usePositive(
      String name,
      Function<McpServerProperties, @Nullable Duration> property,
      Consumer<Duration> use) {
    useNamed(name, property, (names, time) -> use.accept(names.positive(name, time)));
  }

  /** Applies the value together with the property names. */
  <T> void useNamed(
      String name,
      Function<McpServerProperties, @Nullable T> property,
      BiConsumer<ServerPropertyNames, ? super T> use) {
    for (Layer layer : layers) {
      T value = property.apply(layer.properties);
      if (value != null) {
        try {
          use.accept(layer.names, value);
        } catch (IllegalArgumentException e) {
          throw new InvalidMcpConfigurationException(
              layer.names.of(name) + ": " + e.getMessage(), "Change this property.", e);
        }
        return;
      }
    }
  }
}
