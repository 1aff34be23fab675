package io.mcpbridge.spring.boot;

import io.mcpbridge.spring.boot.ServerSettings.Layer;
import io.mcpbridge.spring.oauth.McpOAuthProperties.Grant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ways to configure credentials of a server. The server's own setting takes precedence over the
 * defaults.
 */
enum IdentityType {
  OAUTH("oauth.grant", IdentityType::grant),
  REGISTRATION("client-registration", McpServerProperties::clientRegistration),
  TOKEN("bearer-token", McpServerProperties::bearerToken),
  HEADER("headers.Authorization", IdentityType::authorization),

  /** No credentials. */
  NONE("", properties -> null);

  private final String property;
  private final Function<McpServerProperties, @Nullable String> text;

  IdentityType(String property, Function<McpServerProperties, @Nullable String> text) {
    this.property = property;
    this.text = text;
  }

  /** The layer that sets this one; {@code null} if it is not set, or unset by a blank value. */
  @Nullable Layer layer(ServerSettings settings) {
    for (Layer layer : settings.layers()) {
      String value = text.apply(layer.properties());
      if (value != null) {
        return value.isBlank() ? null : layer;
      }
    }
    return null;
  }

  /**
   * The effective kind of credentials.
   *
   * @throws InvalidMcpConfigurationException if one place sets two
   */
  static IdentityType of(ServerSettings settings) {
    for (Layer layer : settings.layers()) {
      List<IdentityType> here =
          Arrays.stream(values()).filter(way -> way.layer(settings) == layer).toList();
      if (here.size() > 1) {
        throw layer
            .names()
            .invalid(
                layer.names().of(here.get(0).property)
                    + " and "
                    + layer.names().of(here.get(1).property)
                    + " are both set.",
                "Keep one of them.");
      }
      if (!here.isEmpty()) {
        return here.get(0);
      }
    }
    return NONE;
  }

  private static @Nullable String grant(McpServerProperties properties) {
    Grant grant = properties.oauth().grant();
    return grant == null ? null : grant == Grant.NONE ? "" : grant.name();
  }

  private static @Nullable String authorization(McpServerProperties properties) {
    return header(properties).map(Map.Entry::getValue).orElse(null);
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
