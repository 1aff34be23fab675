package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.server.ToolErrorHandler;
import io.mcpbridge.catalog.server.ToolNameMapper;
import io.mcpbridge.catalog.server.ToolPinStore;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.spring.boot.McpClientProfile;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import io.mcpbridge.spring.boot.internal.configuration.IneffectiveBeans;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import io.mcpbridge.spring.boot.internal.input.InputHandlerBeans;
import io.mcpbridge.spring.boot.internal.server.PropertyServers;
import io.mcpbridge.spring.boot.internal.server.ServerBeans;
import io.mcpbridge.spring.boot.internal.server.ServerEntries;
import io.mcpbridge.spring.boot.internal.server.ServerEntry;
import io.mcpbridge.spring.boot.internal.server.SharedAuthorization;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.WireTrace;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/** Builds catalogs from properties and beans: the application's, and one for each user. */
public final class CatalogFactory {

  private static final Logger log = LoggerFactory.getLogger(CatalogFactory.class);

  private final McpClientProperties properties;
  private final Supplier<List<ServerEntry>> entries;
  private final CurrentApproval approval;
  private final ConfigurableListableBeanFactory beans;
  private final SharedAuthorization shared;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final InputHandlerBeans handlerBeans;
  private final SingletonSupplier<Function<String, InputHandlers>> inputHandlers;

  private final SingletonSupplier<Boolean> unconfigured;
  private volatile boolean used;

  /** Covers all servers, since the tools of several catalogs are offered in one request. */
  private final SingletonSupplier<ServerNames> serverNames;

  public CatalogFactory(
      McpClientProperties properties,
      UnresolvedPlaceholders placeholders,
      ServerBeans serverBeans,
      CurrentApproval approval,
      ConfigurableListableBeanFactory beans) {
    this.properties = properties;
    this.entries =
        SingletonSupplier.of(() -> ServerEntries.all(properties, placeholders, serverBeans));
    this.serverNames =
        SingletonSupplier.of(
            () -> {
              ServerNames names =
                  ServerNames.of(entries.get().stream().map(ServerEntry::name).toList());
              if (properties.profile() == McpClientProfile.STRICT) {
                names.acceptExactOnly();
              }
              return names;
            });
    this.approval = approval;
    this.beans = beans;
    this.shared = new SharedAuthorization(serverBeans::authorization, false);
    this.handlerBeans = new InputHandlerBeans(beans);
    this.inputHandlers = SingletonSupplier.of(handlerBeans::handlers);
    this.unconfigured = SingletonSupplier.of(() -> isUnconfigured(placeholders));
  }

  /** Completed when the servers of the application's catalog are to be connected. */
  public CompletableFuture<Void> ready() {
    return ready;
  }

  /** The application's catalog, whose servers are connected when {@link #ready()} is completed. */
  public ToolCatalog ofApplication(BiConsumer<ServerEntry, Transport> serverConsumer) {
    used = true;
    ToolCatalog catalog =
        settings(ToolCatalog.builder().connectWhen(ready), servers(false), serverConsumer).build();
    ready.thenRun(() -> handlerBeans.checkServers(names(catalog)));
    return catalog;
  }

  /** The servers of the application and of users, and those of the properties that are disabled. */
  private Set<String> names(ToolCatalog catalog) {
    Set<String> names = new LinkedHashSet<>();
    catalog.servers().forEach(server -> names.add(server.name()));
    entries.get().forEach(server -> names.add(server.name()));
    names.addAll(properties.servers().keySet());
    return names;
  }

  /**
   * The settings of a new catalog of some of the servers.
   *
   * @param user on whose behalf all its calls are made
   */
  ToolCatalogBuilder ofUser(Object user, List<ServerEntry> servers) {
    return settings(ToolCatalog.builder().user(user), servers, (server, transport) -> {});
  }

  private ToolCatalogBuilder settings(
      ToolCatalogBuilder builder,
      List<ServerEntry> servers,
      BiConsumer<ServerEntry, Transport> serverConsumer) {
    beans.getBeanProvider(SchemaValidator.class).ifAvailable(builder::schemaValidator);
    beans.getBeanProvider(ToolPinStore.class).ifAvailable(builder::toolPinStore);
    beans.getBeanProvider(WireTrace.class).ifAvailable(builder::wireTrace);
    beans.getBeanProvider(ResultStore.class).ifAvailable(builder::resultStore);
    beans.getBeanProvider(ToolErrorHandler.class).ifAvailable(builder::toolErrorHandler);
    beans.getBeanProvider(ToolNameMapper.class).ifAvailable(builder::toolNameMapper);
    builder.inputHandlers(inputHandlers.obtain());
    builder.approval(approval.source());
    builder.callGuards(guards());
    builder.serverNames(serverNames.obtain());
    ObjectProvider<ThreadContextProvider> callers =
        beans.getBeanProvider(ThreadContextProvider.class);
    builder.threadContext(
        () -> ThreadContextProvider.all(callers.orderedStream().toList()).capture());
    if (beans.getBeanNamesForType(CatalogListener.class, true, false).length > 0) {
      ObjectProvider<CatalogListener> listeners = beans.getBeanProvider(CatalogListener.class);
      builder.listeners(() -> listeners.orderedStream().toList());
    }
    for (ServerEntry server : servers) {
      Transport transport = server.transport();
      builder.server(server.name(), transport, server.options());
      serverConsumer.accept(server, transport);
    }
    beans
        .getBeanProvider(ToolCatalogCustomizer.class)
        .orderedStream()
        .forEach(customizer -> customize(builder, customizer));
    return builder;
  }

  private CallGuards guards() {
    McpClientProperties.Guards guards = properties.guards();
    try {
      return CallGuards.builder()
          .maxCallsPerInvocation(guards.maxCallsPerInvocation())
          .maxConsecutiveFailures(guards.maxConsecutiveFailures())
          .maxCallsWithoutApproval(guards.maxCallsWithoutApproval())
          .build();
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(
          "mcp.client." + e.getMessage(), "Change this property.", e);
    }
  }

  private static void customize(ToolCatalogBuilder builder, ToolCatalogCustomizer customizer) {
    try {
      customizer.customize(builder);
    } catch (IllegalArgumentException e) { // such as duplicate server names
      throw new InvalidMcpConfigurationException(
          "The ToolCatalogCustomizer " + customizer.getClass().getName() + ": " + e.getMessage(),
          "Change this bean, or the properties that contradict it.",
          e);
    }
  }

  /**
   * Fails at startup with the errors that creating a catalog later would throw.
   *
   * @throws InvalidMcpConfigurationException if the properties are invalid, or several beans are
   *     ambiguous
   */
  public void check() {
    inputHandlers.obtain();
    if (!unconfigured.obtain() || !IneffectiveBeans.names(ApprovalPolicy.class, beans).isEmpty()) {
      approval.source(); // otherwise it depends on properties, and none is set
    }
  }

  /**
   * Whether the application configures nothing and has not used the catalog yet. It is created on
   * first use then.
   */
  public boolean isIdle() {
    return !used && unconfigured.obtain();
  }

  private boolean isUnconfigured(UnresolvedPlaceholders placeholders) {
    return beans.getBeanNamesForType(PropertyServers.class, true, false).length > 0
        && !placeholders.isAnyBound()
        && entries.get().isEmpty()
        && Arrays.stream(
                BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                    beans, ToolCatalogCustomizer.class, true, false))
            .map(customizer -> BeanSelector.factoryClass(customizer, beans))
            .allMatch(name -> name.startsWith("io.mcpbridge.spring")); // these add no servers
  }

  /**
   * Without a server, nothing else would be logged, as after a misspelled prefix.
   *
   * @param catalog {@code null} if it is created on first use
   */
  public void reportMissingServers(@Nullable ToolCatalog catalog) {
    McpClientProperties.ConfigFiles files = properties.configFiles();
    if (properties.servers().isEmpty()
        && (catalog == null || catalog.servers().isEmpty())
        && entries.get().isEmpty()
        && !StringUtils.hasText(files.global())
        && !StringUtils.hasText(files.project())) {
      log.info(
          "No MCP servers are configured below mcp.client.servers, nor in mcp.client.config-files");
    }
  }

  /** The servers with or without {@code per-user}. */
  public List<ServerEntry> servers(boolean perUser) {
    return entries.get().stream()
        .filter(server -> server.isPerUser() == perUser)
        .map(server -> perUser ? sharing(server) : server)
        .toList();
  }

  /** The entry of a server with {@code per-user}: its users share one OAuth client. */
  ServerEntry sharing(ServerEntry server) {
    return server.sharing(shared);
  }
}
