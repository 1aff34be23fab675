package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.McpServerProperties.AuthType;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.internal.server.ServerSettings.Layer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * The way a server gets its credentials: the type that a place of the properties sets, or else the
 * one that follows from its other keys. The server's own place takes precedence over the defaults.
 *
 * @param type the type; {@code null} for an {@code Authorization} header
 * @param layer the place that decides; {@code null} if none does
 */
record IdentityType(@Nullable AuthType type, @Nullable Layer layer) {

  private static final String TYPE = "auth.type";
  private static final String OAUTH2 = "auth.oauth2";
  private static final String TOKEN = "auth.bearer-token";
  private static final String REGISTRATION = "auth.client-registration";
  private static final String BACKGROUND = "auth.background-registration";
  private static final String HEADER = "headers.Authorization";

  /** A key of one place, and the type that it implies. */
  private record Key(String property, @Nullable AuthType type) {}

  /**
   * The effective type.
   *
   * @throws InvalidMcpConfigurationException if one place contradicts itself, or lacks a key of its
   *     type
   */
  static IdentityType of(ServerSettings settings) {
    for (Layer layer : settings.layers()) {
      List<Key> keys = keys(settings, layer);
      AuthType type = layer.properties().auth().type();
      if (type == null) {
        if (!keys.isEmpty()) {
          refuseSecond(layer, keys.get(0).property, keys.get(0), keys);
          return new IdentityType(keys.get(0).type, layer);
        }
      } else {
        refuseSecond(layer, TYPE + "=" + written(type), new Key(TYPE, type), keys);
        if (isComplete(settings, layer, type)) {
          return new IdentityType(type, layer);
        }
      }
    }
    return new IdentityType(AuthType.NONE, null);
  }

  /**
   * The keys of a place that are set, and that no place of higher precedence unsets or replaces.
   */
  private static List<Key> keys(ServerSettings settings, Layer layer) {
    McpServerProperties.Auth auth = layer.properties().auth();
    List<Key> keys = new ArrayList<>();
    // Below mcp.client.defaults the other keys imply no OAuth: they apply to the servers that use
    // it.
    if (auth.oauth2().grant() != null
        || (layer == settings.layers().get(0)
            && !layer.names().equals(ServerPropertyNames.DEFAULTS)
            && auth.oauth2().isUsed())) {
      String property = auth.oauth2().grant() == null ? OAUTH2 : OAUTH2 + ".grant";
      keys.add(new Key(property, AuthType.OAUTH2));
    }
    if (StringUtils.hasText(auth.clientRegistration())
        && !isUnset(settings, layer, AuthType.CLIENT_REGISTRATION)) {
      keys.add(new Key(REGISTRATION, AuthType.CLIENT_REGISTRATION));
    }
    if (StringUtils.hasText(auth.bearerToken()) && !isUnset(settings, layer, AuthType.BEARER)) {
      keys.add(new Key(TOKEN, AuthType.BEARER));
    }
    if (header(layer.properties()).filter(it -> !it.getValue().isBlank()).isPresent()
        && higher(settings, layer).stream().noneMatch(it -> header(it.properties()).isPresent())) {
      keys.add(new Key(HEADER, null));
    }
    return keys;
  }

  private static void refuseSecond(Layer layer, String first, Key chosen, List<Key> keys) {
    for (Key key : keys) {
      boolean isOfCustom = chosen.type == AuthType.CUSTOM && key.type == null;
      if (key.type != chosen.type && !isOfCustom) {
        throw refused(layer, first, key.property);
      }
    }
    if (chosen.property.equals(TYPE)
        && chosen.type != AuthType.CLIENT_REGISTRATION
        && StringUtils.hasText(layer.properties().auth().backgroundRegistration())) {
      throw refused(layer, first, BACKGROUND);
    }
  }

  private static InvalidMcpConfigurationException refused(
      Layer layer, String first, String second) {
    return new InvalidMcpConfigurationException(
        layer.names().of(first) + " and " + layer.names().of(second) + " are both set.",
        "Keep one of them.");
  }

  /** Whether the key that the type needs is set; {@code false} if a blank value unsets it. */
  private static boolean isComplete(ServerSettings settings, Layer layer, AuthType type) {
    if (type != AuthType.BEARER && type != AuthType.CLIENT_REGISTRATION) {
      return true;
    }
    if (!settings.text(of -> value(of, type)).isEmpty()) {
      return true;
    }
    if (isUnset(settings, layer, type)) {
      return false;
    }
    throw new InvalidMcpConfigurationException(
        layer.names().of(TYPE)
            + " is "
            + written(type)
            + ", but "
            + settings.names().of(type == AuthType.BEARER ? TOKEN : REGISTRATION)
            + " is not set.",
        "Set it, or change the type.");
  }

  /** Whether a place of higher precedence sets the key of the type, or unsets it by a blank. */
  private static boolean isUnset(ServerSettings settings, Layer layer, AuthType type) {
    return higher(settings, layer).stream().anyMatch(it -> value(it.properties(), type) != null);
  }

  private static List<Layer> higher(ServerSettings settings, Layer layer) {
    return settings.layers().subList(0, settings.layers().indexOf(layer));
  }

  private static @Nullable String value(McpServerProperties properties, AuthType type) {
    return type == AuthType.BEARER
        ? properties.auth().bearerToken()
        : properties.auth().clientRegistration();
  }

  /** As it is written in a configuration file. */
  private static String written(AuthType type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The {@code Authorization} header, in any case. */
  static Optional<Map.Entry<String, String>> header(McpServerProperties properties) {
    return properties.headers().entrySet().stream()
        .filter(header -> isAuthorization(header.getKey()))
        .findFirst();
  }

  static boolean isAuthorization(String header) {
    return header.equalsIgnoreCase("Authorization");
  }
}
