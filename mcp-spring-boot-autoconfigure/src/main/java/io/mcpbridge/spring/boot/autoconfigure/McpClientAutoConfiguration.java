package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.server.ServerInstructions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.search.ToolEmbedder;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpConnectionDetails;
import io.mcpbridge.spring.boot.McpServerCustomizer;
import io.mcpbridge.spring.boot.internal.catalog.CatalogFactory;
import io.mcpbridge.spring.boot.internal.catalog.CurrentApproval;
import io.mcpbridge.spring.boot.internal.catalog.McpClientLifecycle;
import io.mcpbridge.spring.boot.internal.catalog.RefreshAfterAuthorization;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.boot.internal.configuration.IneffectiveBeans;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.MissingAdapter;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import io.mcpbridge.spring.boot.internal.server.PropertyServers;
import io.mcpbridge.spring.boot.internal.server.RegisteredClients;
import io.mcpbridge.spring.boot.internal.server.ServerBeans;
import io.mcpbridge.spring.boot.internal.server.ServerEntry;
import io.mcpbridge.spring.oauth.AuthorizationListener;
import io.mcpbridge.spring.oauth.internal.settings.ServerAuthorization;
import io.mcpbridge.spring.oauth.internal.user.SignOutListener;
import io.mcpbridge.transport.WireTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Role;
import org.springframework.context.annotation.Scope;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Configures a {@link ToolCatalog} with the servers below {@code mcp.client.servers}. Creating the
 * beans does no I/O. Connecting starts when all beans exist and continues in the background, so a
 * server that is down does not delay the application.
 *
 * <p>Beans of the application are used as follows. One of type {@link
 * io.mcpbridge.input.InputHandlers}, several of type {@link io.mcpbridge.input.InputHandler}, or
 * methods with {@link io.mcpbridge.spring.boot.McpInputHandler} answer the requests of servers;
 * without one, the capabilities are not declared. An {@link io.mcpbridge.approval.ApprovalHandler}
 * asks for approval where the properties require it; an {@link ApprovalStore} stores the calls that
 * need it; an {@link io.mcpbridge.approval.ApprovalPolicy} replaces these properties. Each {@link
 * io.mcpbridge.catalog.server.CatalogListener} gets the events. These beans are created on first
 * use, so they may depend on beans that have the tools. A {@link
 * io.mcpbridge.arguments.SchemaValidator} validates arguments, and {@link
 * io.mcpbridge.catalog.server.ToolPinStore} store tool definitions, a {@link WireTrace} the traffic
 * with servers. {@link McpConnectionDetails} override the address of a server, a {@link
 * McpServerCustomizer} customizes single servers, and a {@link
 * io.mcpbridge.spring.boot.ToolCatalogCustomizer} customizes the catalog.
 */
@AutoConfiguration
@ConditionalOnProperty(prefix = "mcp.client", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpClientProperties.class)
public class McpClientAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  static final String SPRING_AI = "org.springframework.ai.tool.ToolCallbackProvider";
  static final String SPRING_AI_ADAPTER = "io.mcpbridge.spring.ai.McpToolCallbackProvider";
  static final String LANGCHAIN4J = "dev.langchain4j.service.tool.ToolProvider";
  static final String LANGCHAIN4J_ADAPTER = "io.mcpbridge.langchain4j.McpToolProvider";

  static final String CATALOG = "mcpToolCatalog";
  static final String CALLBACKS = "mcpToolCallbackProvider";

  /** Created early, since it inspects properties while they are bound. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static UnresolvedPlaceholders mcpUnresolvedPlaceholders(Environment environment) {
    return new UnresolvedPlaceholders(environment);
  }

  /** Created early, too. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static ConfigurationPropertiesBindHandlerAdvisor mcpUnknownProperties() {
    return UnknownProperties::new;
  }

  @Bean
  ServerBeans mcpServerBeans(
      ObjectProvider<SslBundles> sslBundles,
      ObjectProvider<RegisteredClients> registeredClients,
      ObjectProvider<ServerAuthorization> authorization,
      ObjectProvider<McpServerCustomizer> customizers,
      ObjectProvider<McpConnectionDetails> connectionDetails,
      Environment environment) {
    return ServerBeans.of(
        sslBundles, registeredClients, authorization, customizers, connectionDetails, environment);
  }

  @Bean
  @Lazy
  @ConditionalOnMissingBean
  WireTrace mcpWireTrace() {
    return WireTrace.builder().build();
  }

  /** Calls that need approval wait here, unless the application declares another handler. */
  @Bean
  @ConditionalOnMissingBean(ApprovalHandler.class)
  McpApprovals mcpApprovals(McpApprovals.Builder builder) {
    return builder.build();
  }

  /** For an application with settings that are no properties. */
  @Bean
  @Scope(BeanDefinition.SCOPE_PROTOTYPE)
  @ConditionalOnMissingBean
  McpApprovals.Builder mcpApprovalsBuilder(
      McpClientProperties properties,
      ObjectProvider<ThreadContextProvider> callers,
      ObjectProvider<ApprovalStore> stores,
      ObjectProvider<DataSource> databases,
      CurrentApproval approval) {
    approval.storeUsed();
    McpClientProperties.Approval settings = properties.approval();
    McpApprovals.Builder approvals =
        McpApprovals.builder()
            .currentUser(
                () -> ThreadContextProvider.all(callers.orderedStream().toList()).capture().user());
    ApprovalStore store = stores.getIfAvailable();
    if (store != null) {
      approvals.store(store);
    } else if (settings.store() == McpClientProperties.Approval.Store.JDBC) {
      approvals.store(PropertyApprovalStore.jdbc(databases));
    }
    Duration suspension = settings.suspendFor();
    if (suspension != null) {
      approvals.suspendFor(
          ServerPropertyNames.OF_CLIENT.positive("approval.suspend-for", suspension));
    }
    return approvals;
  }

  /** Added late, so that a listener can use the bean; a parent context adds its own. */
  @Bean
  @ConditionalOnBean(value = McpApprovals.class, search = SearchStrategy.CURRENT)
  SmartInitializingSingleton mcpApprovalListeners(
      ObjectProvider<McpApprovals> approvals, ObjectProvider<McpApprovals.Listener> listeners) {
    return () ->
        approvals.stream().forEach(it -> listeners.orderedStream().forEach(it::addListener));
  }

  @Bean
  CurrentApproval mcpApproval(
      McpClientProperties properties, ConfigurableListableBeanFactory beans) {
    return new CurrentApproval(properties, beans);
  }

  @Bean
  CatalogFactory mcpCatalogFactory(
      McpClientProperties properties,
      UnresolvedPlaceholders placeholders,
      ServerBeans serverBeans,
      CurrentApproval approval,
      ConfigurableListableBeanFactory beans) {
    return new CatalogFactory(properties, placeholders, serverBeans, approval, beans);
  }

  /** The servers of the properties, unless the application declares a catalog. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(ToolCatalog.class)
  static class PropertyServersConfiguration {

    @Bean
    PropertyServers mcpGivenServers() {
      return new PropertyServers();
    }

    @Lazy // created at start all the same, unless nothing is configured
    @Primary // among tool sets, since it is the complete one
    @Bean(name = CATALOG, destroyMethod = "close")
    ToolCatalog mcpToolCatalog(
        McpClientProperties properties,
        UnresolvedPlaceholders placeholders,
        ServerBeans serverBeans,
        CatalogFactory all,
        PropertyServers propertyServers,
        Environment environment,
        ConfigurableListableBeanFactory beans) {
      if (properties.importSpringAiConnections()) {
        SpringAiStarterWarning.warnOf(
            serverBeans.springAiConnections(placeholders).keySet(), beans);
        SpringAiStarterWarning.warnOfIgnored(environment);
      }
      propertyServers.setUserServers(all.servers(true));
      return all.ofApplication(propertyServers::put);
    }
  }

  @Bean
  MissingAdapter mcpMissingAdapter() {
    return new MissingAdapter(missingAdapter());
  }

  /** Warnings that need all beans. */
  @Bean
  SmartInitializingSingleton mcpConfigurationWarnings(
      CatalogFactory all,
      MissingAdapter missingAdapter,
      Environment environment,
      ConfigurableListableBeanFactory beans) {
    boolean attachesToChatClients =
        environment.getProperty(
            "mcp.client.spring-ai.attach-to-chat-clients", Boolean.class, false);
    return () -> {
      String warning = missingAdapter.warning();
      if (warning != null) {
        log.warn(warning);
      }
      warnOfIgnoredServers(all, attachesToChatClients, beans);
    };
  }

  /** What to add; {@code null} if a framework is there together with its adapter. */
  private static @Nullable String missingAdapter() {
    boolean hasSpringAi = ClassUtils.isPresent(SPRING_AI, null);
    if (hasSpringAi && ClassUtils.isPresent(SPRING_AI_ADAPTER, null)) {
      return null;
    }
    boolean hasLangChain4j = ClassUtils.isPresent(LANGCHAIN4J, null);
    if (hasLangChain4j && ClassUtils.isPresent(LANGCHAIN4J_ADAPTER, null)) {
      return null;
    }
    if (hasSpringAi) {
      return "Spring AI is on the class path without its adapter. Add io.mcpbridge:mcp-spring-ai";
    }
    return hasLangChain4j
        ? "LangChain4j is on the class path without its adapter. Add io.mcpbridge:mcp-langchain4j"
        : "neither Spring AI nor LangChain4j is on the class path. Add"
            + " io.mcpbridge:mcp-langchain4j-starter for LangChain4j, or"
            + " io.mcpbridge:mcp-spring-ai-starter and a spring-ai-starter-model-... for Spring AI";
  }

  /** Warns of servers that are in no catalog because the application declares its own. */
  private static void warnOfIgnoredServers(
      CatalogFactory all, boolean attachesToChatClients, ListableBeanFactory beans) {
    if (!IneffectiveBeans.names(PropertyServers.class, beans).isEmpty()) {
      return; // they are in the starter's catalog of this or a parent context
    }
    List<String> catalogs = IneffectiveBeans.names(ToolCatalog.class, beans);
    List<String> ignored =
        new ArrayList<>(all.servers(false).stream().map(ServerEntry::source).toList());
    if (attachesToChatClients && catalogs.size() > 1 && !beans.containsBean(CALLBACKS)) {
      ignored.add("mcp.client.spring-ai.attach-to-chat-clients");
    }
    IneffectiveBeans.warn(catalogs, ToolCatalog.class, ignored);
  }

  /** The servers with {@code per-user}, in addition to the catalog. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean // those of a parent context suffice
  UserToolCatalogs mcpUserTools(
      CatalogFactory all,
      McpClientProperties properties,
      ObjectProvider<ThreadContextProvider> callers,
      ObjectProvider<ServerAuthorization> authorization) {
    SingletonSupplier<ServerAuthorization> tokens =
        SingletonSupplier.ofNullable(authorization::getIfAvailable);
    return new UserToolCatalogs(
        all,
        properties.users(),
        callers.orderedStream().toList(),
        () -> Optional.ofNullable(tokens.get()).ifPresent(ServerAuthorization::lookUpStoredTokens));
  }

  /** Lists the tools of a server once a user has given permission. */
  @Bean
  @Lazy
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  AuthorizationListener mcpListingAfterPermission(ToolCatalog catalog) {
    return new RefreshAfterAuthorization(catalog);
  }

  /** Closes what was opened with the token of a user when they sign out. */
  @Bean
  @Lazy
  SignOutListener mcpEndingAfterSignOut(
      ObjectProvider<ToolCatalog> catalog, UserToolCatalogs users) {
    return (server, listed) -> users.signedOut(server, listed ? catalog.getIfUnique() : null);
  }

  @Bean
  @ConditionalOnMissingBean
  ToolSearch mcpToolSearch(ToolSearch.Builder builder) {
    return builder.build();
  }

  /**
   * For an application with settings that are no properties. Ranks by meaning, too, if there is a
   * {@link ToolEmbedder}.
   */
  @Bean
  @Scope(BeanDefinition.SCOPE_PROTOTYPE)
  @ConditionalOnMissingBean
  ToolSearch.Builder mcpToolSearchBuilder(
      McpClientProperties properties, ObjectProvider<ToolEmbedder> embedder) {
    McpClientProperties.ToolSearch settings = properties.toolSearch();
    ToolSearch.Builder search = ToolSearch.builder().mode(settings.mode()).style(settings.style());
    try {
      search.alwaysVisible(settings.alwaysVisible().toArray(String[]::new));
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.tool-search: " + e.getMessage(), "Change this property.", e);
    }
    embedder.ifAvailable(search::embedder);
    List<String> trusted = properties.instructions().servers();
    trustedInstructions(trusted); // reports an invalid name at startup
    return search.trustedServers(trusted.toArray(String[]::new));
  }

  /**
   * The servers whose instructions go to models.
   *
   * @throws InvalidMcpConfigurationException if a name is empty
   */
  static ServerInstructions trustedInstructions(List<String> servers) {
    try {
      return ServerInstructions.trusting(servers);
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.instructions.servers: " + e.getMessage() + ".", "Change this property.", e);
    }
  }

  /**
   * Explains a missing annotation; {@link io.mcpbridge.spring.boot.McpTools} is handled before
   * beans are considered.
   */
  @Bean
  @Fallback // yields to the application's own views
  @Scope("prototype")
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  ToolView mcpToolView(InjectionPoint point) {
    throw new IllegalStateException(
        "A ToolView is injected into "
            + point.getMember()
            + " without @McpTools, which selects its tools; for all tools, inject the ToolCatalog");
  }

  /** Creates the catalog, so that invalid properties are reported at startup. */
  @Bean
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  McpClientLifecycle mcpClientLifecycle(
      CatalogFactory all, ObjectProvider<ToolCatalog> catalog, McpClientProperties properties) {
    Supplier<@Nullable ToolCatalog> current = () -> all.isIdle() ? null : catalog.getObject();
    ToolCatalog created = current.get();
    if (created == null) {
      all.check();
    }
    all.reportMissingServers(created);
    return new McpClientLifecycle(
        all.ready(),
        current,
        ServerPropertyNames.OF_CLIENT.positive("startup-timeout", properties.startupTimeout()));
  }
}
