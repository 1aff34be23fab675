package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import io.mcpbridge.transport.Transport;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One server of the properties, with its settings.
 *
 * @param credentials maps the configured credentials to those that are used
 */
public record ServerEntry(
    String name,
    ServerSettings settings,
    UnresolvedPlaceholders placeholders,
    ServerBeans serverBeans,
    UnaryOperator<Credentials> credentials) {

  /** A copy for several users, whom the authorization distinguishes itself. */
  public ServerEntry sharing(SharedAuthorization authorization) {
    ServerAuthorization ofUsers =
        (server, url, oauth) -> authorization.credentials(server, url, oauth.forEachUser());
    ServerBeans shared =
        serverBeans.withAuthorization(() -> authorization.isAvailable() ? ofUsers : null);
    return new ServerEntry(name, settings, placeholders, shared, credentials);
  }

  /** A copy for one user. */
  public ServerEntry ofUser(ContextSnapshot user) {
    return new ServerEntry(
        name, settings, placeholders, serverBeans, any -> new UserCredentials(any, user));
  }

  /** The property prefix that defines it. */
  public String source() {
    return settings.names() == ServerPropertyNames.DEFAULTS
        ? "the McpConnectionDetails of '" + name + "'"
        : settings.names().prefix();
  }

  /** Whether each user has a connection of their own. */
  public boolean isPerUser() {
    return settings.get(McpServerProperties::perUser, false);
  }

  /** Whether another entry has the same settings. */
  public boolean isLike(@Nullable ServerEntry other) {
    return other != null && settings.equals(other.settings);
  }

  /** Whether the connection of another entry can be kept for this one. */
  public boolean connectsLike(ServerEntry other) {
    return isProgram()
        ? other.isProgram() && settings.ofProgram().equals(other.settings.ofProgram())
        : !other.isProgram() && settings.ofUrl().equals(other.settings.ofUrl());
  }

  /** Whether it is a stdio server. */
  boolean isProgram() {
    return !serverBeans.connectionDetails().containsKey(name) && settings.isProgram();
  }

  /** Keys of the tool context that it gets with each call. */
  List<String> toolContextMeta() {
    return settings.get(McpServerProperties::toolContextMeta, List.of());
  }

  /**
   * Creates the options.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     properties are invalid
   */
  public ServerOptions options() {
    checkPlaceholders();
    ServerOptionsBuilder options = ServerOptionsFactory.of(settings);
    serverBeans.customizers().forEach(customizer -> customizer.options(name, options));
    return options.build();
  }

  /**
   * Creates the transport.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     properties are contradictory or invalid
   */
  public Transport transport() {
    checkPlaceholders();
    return new ServerTransport(name, settings, serverBeans, credentials).create();
  }

  private void checkPlaceholders() {
    placeholders.check(name, serverBeans.connectionDetails().containsKey(name));
  }

  /** Runs credentials as one user, also on threads without a user. */
  private record UserCredentials(Credentials credentials, ContextSnapshot user)
      implements Credentials {

    @Override
    public Map<String, String> headersFor(OutgoingRequest request) {
      return user.call(() -> credentials.headersFor(request));
    }

    @Override
    public boolean renew(Challenge challenge) {
      return user.call(() -> credentials.renew(challenge));
    }

    /** Each user has a catalog of their own, but private results must not be shared within it. */
    @Override
    public @Nullable Object principal() {
      return user.<@Nullable Object>call(credentials::principal);
    }
  }
}
