package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.config.ConfiguredServer;
import io.mcpbridge.config.ConfiguredServers;
import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.spring.boot.McpClientProfile;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpServerProperties;
import io.mcpbridge.spring.boot.McpServerProperties.AuthType;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import io.mcpbridge.spring.boot.internal.server.ServerSettings.Layer;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings;
import io.mcpbridge.spring.oauth.internal.settings.OAuthSettings.LoginOptions;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.StringUtils;

/**
 * The settings of the servers of files. Properties below {@code mcp.client.servers} that have
 * neither a URL nor a command supplement the entry of their name, and the defaults supplement both;
 * the entry's own fields take precedence.
 *
 * <p>Headers, tokens and client registrations of the defaults are not sent to servers of files: the
 * application has not named these servers.
 */
public final class FileServers {

  private static final Logger log = LoggerFactory.getLogger(FileServers.class);
  private static final McpServerProperties NOTHING = bound(Map.of(), McpServerProperties.class);

  private final ServerBeans serverBeans;
  private final @Nullable SharedAuthorization authorization;

  /** What connections are made from. */
  private final Bound initial;

  /** The servers that the application itself adds; an entry of their name is not used. */
  private final Set<String> applicationServers;

  /** What the options are made from, which may change while the application runs. */
  private volatile Bound current;

  /**
   * Properties of servers.
   *
   * @param supplements the properties that supplement an entry, by its name
   */
  private record Bound(
      McpClientProperties properties,
      UnresolvedPlaceholders placeholders,
      Map<String, McpServerProperties> supplements) {

    McpServerProperties supplement(String name) {
      return supplements.getOrDefault(name, NOTHING);
    }

    boolean isEnabled(String name) {
      return !Boolean.FALSE.equals(supplement(name).enabled())
          && (properties.profile() != McpClientProfile.STRICT || supplements.containsKey(name));
    }

    ServerSettings settings(String name) {
      return ServerSettings.of(name, supplement(name), null, properties);
    }

    ServerOptions options(String name) {
      if (supplements.containsKey(name) && isEnabled(name)) {
        placeholders.check(name, false);
      }
      return ServerOptionsFactory.of(settings(name)).build();
    }
  }

  /** Supplements without an entry that were logged. */
  private final Set<String> missing = ConcurrentHashMap.newKeySet();

  /**
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     defaults, or properties that supplement an entry, are invalid
   */
  public FileServers(
      McpClientProperties properties,
      UnresolvedPlaceholders placeholders,
      ServerBeans serverBeans) {
    ServerAuthorization all = serverBeans.authorization();
    this.authorization = all == null ? null : new SharedAuthorization(() -> all, true);
    this.serverBeans = serverBeans.withAuthorization(() -> authorization);
    this.applicationServers =
        ServerEntries.all(properties, placeholders, serverBeans).stream()
            .map(ServerEntry::name)
            .collect(Collectors.toUnmodifiableSet());
    this.initial = checked(properties, placeholders);
    this.current = initial;
    initial.supplements.forEach(FileServers::warnOfIneffective);
  }

  /** Fails if the defaults, or properties that supplement an entry, are invalid. */
  private Bound checked(McpClientProperties bound, UnresolvedPlaceholders placeholders) {
    Map<String, McpServerProperties> ofEntries = new LinkedHashMap<>();
    bound
        .servers()
        .forEach(
            (name, supplement) -> {
              ServerSettings settings = ServerSettings.of(name, supplement, null, bound);
              if (ServerEntries.isSupplement(name, settings, bound, serverBeans)) {
                ofEntries.put(name, supplement);
              }
            });
    Bound checked = new Bound(bound, placeholders, ofEntries);
    checked.options("");
    ofEntries.keySet().forEach(checked::options);
    return checked;
  }

  /**
   * Takes the options of the servers, such as timeouts and the level of the wire trace, from these
   * properties from now on. Their connections stay as they are.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     properties are invalid; then nothing changes
   */
  public void update(McpClientProperties changed, UnresolvedPlaceholders placeholders) {
    current = checked(changed, placeholders);
  }

  /**
   * The options of a server that its entry does not set.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if a
   *     property cannot be resolved
   */
  public ServerOptions options(String name) {
    return current.options(name);
  }

  /** Whether the properties do not disable the server, and name it if they have to. */
  public boolean isEnabled(String name) {
    return current.isEnabled(name);
  }

  /**
   * Applies the properties to the transport of a URL server, then the customizers.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if
   *     they are invalid
   */
  public void http(RemoteServer server, HttpTransportBuilder<?> transport) {
    if (!applicationServers.contains(server.name())) {
      boolean hasKey = server.headers().keySet().stream().anyMatch(IdentityType::isAuthorization);
      if (!hasKey) {
        identify(server, transport);
      }
      transport.headers(server.headers());
    }
    new HttpSettings(server.name(), initial.settings(server.name()), serverBeans)
        .applyTo(transport);
  }

  private void identify(RemoteServer server, HttpTransportBuilder<?> transport) {
    String name = server.name();
    ServerPropertyNames names = ServerPropertyNames.ofServer(name);
    McpServerProperties supplement = initial.supplement(name);
    OAuthSettings oauth = oauth(server, names, supplement);
    boolean canLogIn = authorization != null && authorization.canLogIn(oauth);
    List<Layer> layers = new ArrayList<>();
    layers.add(new Layer(names, supplement));
    AuthType type = typeOfDefaults();
    if (type != null) {
      layers.add(new Layer(ServerPropertyNames.DEFAULTS, ofType(type)));
    }
    if (server.wantsLogin() && canLogIn) {
      layers.add(new Layer(names, ofType(AuthType.OAUTH2)));
    }
    ServerSettings identity =
        new ServerSettings(
            List.copyOf(layers), initial.properties.trace(), initial.properties.profile());
    new HttpIdentity(name, identity, oauth, serverBeans).applyTo(server.url(), transport);
    if (server.wantsLogin() && !canLogIn && IdentityType.of(identity).layer() == null) {
      transport.credentials(UnconfiguredAuthorization.ofWebApplication(names));
    }
  }

  /** The type of the defaults, if it is one that does not send a fixed key to any server. */
  private @Nullable AuthType typeOfDefaults() {
    McpServerProperties.Auth auth = initial.properties.defaults().auth();
    if (auth.type() == null) {
      return auth.oauth2().grant() == null ? null : AuthType.OAUTH2;
    }
    return auth.type() == AuthType.OAUTH2 || auth.type() == AuthType.NONE ? auth.type() : null;
  }

  private OAuthSettings oauth(
      RemoteServer server, ServerPropertyNames names, McpServerProperties supplement) {
    List<OAuthSettings.Layer> layers = new ArrayList<>();
    layers.add(new OAuthSettings.Layer(names.prefix(), supplement.auth().oauth2()));
    layers.add(
        new OAuthSettings.Layer(
            ServerPropertyNames.DEFAULTS.prefix(), initial.properties.defaults().auth().oauth2()));
    if (!server.wantsLogin()) {
      return new OAuthSettings(layers);
    }
    // A client of the entry is registered for a loopback redirect only.
    boolean isWeb = new OAuthSettings(layers).isWeb();
    layers.add(0, new OAuthSettings.Layer(names.prefix(), ofEntry(server, !isWeb)));
    return new OAuthSettings(layers)
        .with(new LoginOptions(server.redirectUri(), server.loginTimeout(), server.clientName()));
  }

  private static McpOAuthProperties ofEntry(RemoteServer server, boolean withClient) {
    Map<String, Object> values = new LinkedHashMap<>();
    if (withClient && server.clientId() != null) {
      values.put("client-id", server.clientId());
    }
    if (server.allowsPlainHttp()) {
      values.put("allow-plain-http", true);
    }
    for (int i = 0; i < server.scopes().size(); i++) {
      values.put("scopes[" + i + "]", server.scopes().get(i));
    }
    return bound(values, McpOAuthProperties.class);
  }

  private static McpServerProperties ofType(AuthType type) {
    return bound(Map.of("auth.type", type), McpServerProperties.class);
  }

  private static <T> T bound(Map<String, ?> values, Class<T> type) {
    return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate("", type);
  }

  /** Forgets the logins of servers that are gone, and warns of properties without an entry. */
  public void applied(ConfiguredServers servers) {
    Set<String> names =
        servers.servers().stream().map(ConfiguredServer::name).collect(Collectors.toSet());
    if (authorization != null) {
      authorization.retain(
          servers.servers().stream()
              .filter(server -> server.remote() != null || !server.isUsable())
              .map(ConfiguredServer::name)
              .collect(Collectors.toSet()));
    }
    missing.removeAll(names);
    for (String name : initial.supplements.keySet()) {
      if (!names.contains(name) && missing.add(name)) {
        ServerPropertyNames property = ServerPropertyNames.ofServer(name);
        log.warn(
            "{} has neither 'url' nor 'command', and the files of mcp.client.config-files have no"
                + " entry \"{}\": it has no effect. Set {}, or add the entry",
            property.prefix(),
            name,
            property.of("url"));
      }
    }
  }

  private static void warnOfIneffective(String name, McpServerProperties supplement) {
    warn(name, "args", supplement.args() != null && !supplement.args().isEmpty());
    warn(name, "env", !supplement.env().isEmpty());
    warn(name, "working-directory", StringUtils.hasText(supplement.workingDirectory()));
    warn(name, "transport", supplement.transport() != null);
    warn(name, "per-user", Boolean.TRUE.equals(supplement.perUser()));
    warn(name, "tool-context-meta", supplement.toolContextMeta() != null);
  }

  private static void warn(String server, String property, boolean isSet) {
    if (isSet) {
      log.warn(
          "{} has no effect on a server of mcp.client.config-files",
          ServerPropertyNames.ofServer(server).of(property));
    }
  }
}
