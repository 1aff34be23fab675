package io.mcpbridge.spring.boot;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.CallerContext.Captured;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerOptionsBuilder;
import io.mcpbridge.transport.Transport;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One server of the properties, and what it means. */
final class ServerEntry {

  private final String name;
  private final ServerSettings settings;
  private final UnresolvedPlaceholders placeholders;
  private final ServerParts parts;
  private final UnaryOperator<Credentials> credentials;

  /**
   * @param credentials makes of those that are set the ones that are used
   */
  ServerEntry(
      String name,
      ServerSettings settings,
      UnresolvedPlaceholders placeholders,
      ServerParts parts,
      UnaryOperator<Credentials> credentials) {
    this.name = name;
    this.settings = settings;
    this.placeholders = placeholders;
    this.parts = parts;
    this.credentials = credentials;
  }

  /** The same with a {@link SharedAuthorization}. */
  ServerEntry sharing(SharedAuthorization authorization) {
    return new ServerEntry(name, settings, placeholders, parts.with(authorization), credentials);
  }

  /** The same for one user. */
  ServerEntry ofUser(Captured user) {
    return new ServerEntry(
        name, settings, placeholders, parts, any -> new UserCredentials(any, user));
  }

  String name() {
    return name;
  }

  /** Where it is set. */
  String from() {
    return settings.names() == ServerPropertyNames.DEFAULTS
        ? "the McpConnectionDetails of '" + name + "'"
        : settings.names().prefix();
  }

  /** Whether each user has their own. */
  boolean isPerUser() {
    return settings.get(McpServerProperties::perUser, false);
  }

  /** Whether another one means the same. */
  boolean isLike(@Nullable ServerEntry other) {
    return other != null && settings.equals(other.settings);
  }

  /** Whether the connection that was made for another one may stay for this one. */
  boolean connectsLike(ServerEntry other) {
    return isProgram()
        ? other.isProgram() && settings.ofProgram().equals(other.settings.ofProgram())
        : !other.isProgram() && settings.ofUrl().equals(other.settings.ofUrl());
  }

  /** Whether it is started, and not behind a URL. */
  boolean isProgram() {
    return !parts.connectionDetails().containsKey(name) && settings.isProgram();
  }

  /** What of the tool context it gets with each call. */
  List<String> toolContextMeta() {
    return settings.get(McpServerProperties::toolContextMeta, List.of());
  }

  /**
   * How it is treated.
   *
   * @throws InvalidMcpConfigurationException if the properties make no sense
   */
  ServerOptions options() {
    checkPlaceholders();
    ServerOptionsBuilder options = ServerTreatment.of(settings);
    parts.customizers().forEach(customizer -> customizer.options(name, options));
    return options.build();
  }

  /**
   * Where it is.
   *
   * @throws InvalidMcpConfigurationException if the properties contradict each other or make no
   *     sense
   */
  Transport transport() {
    checkPlaceholders();
    return new ServerTransport(name, settings, parts, credentials).make();
  }

  private void checkPlaceholders() {
    placeholders.check(name, parts.connectionDetails().containsKey(name));
  }
}
