package io.mcpbridge.spring.boot;

import io.mcpbridge.spring.boot.SpringAiConnections.Connection;
import io.mcpbridge.spring.oauth.OAuthSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * What is set for one server: what it says itself, and where it says nothing, what holds for all.
 *
 * @param layers where to look, one after the other
 */
record ServerSettings(List<Layer> layers) {

  /** What was set in one place, and how that place is called. */
  record Layer(ServerPropertyNames names, McpServerProperties properties) {}

  /**
   * Those of a server.
   *
   * @param own what is below {@code mcp.client.servers}; {@code null} if nothing is
   * @param imported what another starter has for it; {@code null} if that is nothing
   */
  static ServerSettings of(
      String name,
      @Nullable McpServerProperties own,
      @Nullable Connection imported,
      McpServerProperties defaults) {
    List<Layer> layers = new ArrayList<>();
    if (own != null) {
      layers.add(new Layer(ServerPropertyNames.ofServer(name), own));
    }
    if (imported != null) {
      layers.add(new Layer(imported.names(), imported.properties()));
    }
    layers.add(new Layer(ServerPropertyNames.DEFAULTS, defaults));
    return new ServerSettings(List.copyOf(layers));
  }

  /** Those of a server that the properties do not name. */
  static ServerSettings ofOther(McpServerProperties defaults) {
    return new ServerSettings(List.of(new Layer(ServerPropertyNames.DEFAULTS, defaults)));
  }

  /** Uses what was set. */
  @FunctionalInterface
  interface Use<T> {
    void of(ServerPropertyNames names, T value);
  }

  /** How the server's own properties are called. */
  ServerPropertyNames names() {
    return layers.get(0).names;
  }

  /** What the server says itself. */
  McpServerProperties own() {
    return layers.get(0).properties;
  }

  /** Whether it is a program to start, if it is configured rightly. */
  boolean isProgram() {
    boolean url = StringUtils.hasText(own().url());
    boolean command = StringUtils.hasText(own().command());
    return url == command
        ? text(McpServerProperties::url).isEmpty() && !text(McpServerProperties::command).isEmpty()
        : command;
  }

  /** What a program is started with: equal where the process may go on. */
  List<?> ofProgram() {
    return List.of(
        text(McpServerProperties::command),
        get(McpServerProperties::args, List.of()),
        all(McpServerProperties::env),
        get(McpServerProperties::inheritEnv, List.of()),
        text(McpServerProperties::workingDirectory));
  }

  /** What decides how a URL is reached, and who asks there: equal where a connection may stay. */
  List<?> ofUrl() {
    return Stream.concat(
            Stream.of(
                text(McpServerProperties::url),
                optional(McpServerProperties::transport),
                text(McpServerProperties::messageEndpoint),
                text(McpServerProperties::sslBundle),
                text(McpServerProperties::proxy),
                optional(McpServerProperties::maxConnections),
                optional(McpServerProperties::acceptTimeout),
                optional(p -> p.limits().maxMessageBytes()),
                optional(p -> p.limits().maxJsonDepth())),
            layers.stream().map(layer -> identity(layer.properties)))
        .toList();
  }

  private static List<?> identity(McpServerProperties properties) {
    return List.of(
        properties.headers(),
        Optional.ofNullable(properties.bearerToken()),
        properties.oauth(),
        Optional.ofNullable(properties.clientRegistration()),
        Optional.ofNullable(properties.backgroundRegistration()));
  }

  private <T> Optional<T> optional(Function<McpServerProperties, @Nullable T> property) {
    return Optional.ofNullable(get(property));
  }

  /** How tokens are had. */
  OAuthSettings oauth() {
    return new OAuthSettings(
        layers.stream()
            .map(layer -> new OAuthSettings.Layer(layer.names.prefix(), layer.properties.oauth()))
            .toList());
  }

  /** What was set; {@code null} if nothing was. */
  <T> @Nullable T get(Function<McpServerProperties, @Nullable T> property) {
    for (Layer layer : layers) {
      T value = property.apply(layer.properties);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** What was set; otherwise something else. */
  <T> T get(Function<McpServerProperties, @Nullable T> property, T otherwise) {
    T value = get(property);
    return value == null ? otherwise : value;
  }

  /** A text without blanks around it. Blank counts as not set: so a profile takes one back. */
  String text(Function<McpServerProperties, @Nullable String> property) {
    String value = get(property);
    return value == null ? "" : value.strip();
  }

  /** What was set in both places, the server's own over what holds for all. */
  <T> Map<String, T> all(Function<McpServerProperties, Map<String, T>> property) {
    Map<String, T> all = new LinkedHashMap<>();
    for (int i = layers.size() - 1; i >= 0; i--) {
      all.putAll(property.apply(layers.get(i).properties));
    }
    return all;
  }

  /**
   * Uses what was set, if anything was.
   *
   * @throws InvalidMcpConfigurationException if it is refused: it names the property
   */
  <T> void use(
      String name, Function<McpServerProperties, @Nullable T> property, Consumer<? super T> use) {
    useNamed(name, property, (names, value) -> use.accept(value));
  }

  /** The same for one that has to know how the property is called. */
  <T> void useNamed(
      String name, Function<McpServerProperties, @Nullable T> property, Use<? super T> use) {
    for (Layer layer : layers) {
      T value = property.apply(layer.properties);
      if (value != null) {
        try {
          use.of(layer.names, value);
        } catch (IllegalArgumentException e) {
          throw layer.names.invalid(
              layer.names.of(name) + ": " + e.getMessage(), "Change this property.", e);
        }
        return;
      }
    }
  }
}
