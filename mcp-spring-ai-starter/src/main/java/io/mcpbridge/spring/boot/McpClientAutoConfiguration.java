package io.mcpbridge.spring.boot;

import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.CatalogListener;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolPins;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.spring.oauth.AuthorizationListener;
import io.mcpbridge.spring.oauth.ServerAuthorization;
import io.mcpbridge.spring.oauth.SignOutListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Role;
import org.springframework.context.annotation.Scope;
import org.springframework.core.env.Environment;

/**
 * The tools of the servers below {@code mcp.client.servers} as one {@link ToolCatalog}. Creating
 * the beans does no I/O; connecting begins when all of them are there and goes on in the
 * background, so a server that is down delays nobody.
 *
 * <p>Beans take part. One of the type {@link InputHandlers}, some of the type {@link InputHandler},
 * or methods with {@link McpInputHandler} give servers what they ask for; without one they get
 * nothing. An {@link ApprovalHandler} asks somebody where the properties say so; an {@link
 * ApprovalPolicy} takes their place. Each {@link CatalogListener} is told what happens. These are
 * made when they are needed first, so they may use what has the tools. A {@link SchemaValidator}
 * checks arguments, and {@link ToolPins} remember how tools were described. {@link
 * McpConnectionDetails} say where a server really is, a {@link McpServerCustomizer} changes single
 * servers, and a {@link ToolCatalogCustomizer} does what is left.
 */
@AutoConfiguration
@ConditionalOnProperty(prefix = "mcp.client", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpClientProperties.class)
@ImportRuntimeHints(McpRuntimeHints.class)
public class McpClientAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  static final String CATALOG = "mcpToolCatalog";
  static final String VIEW = "mcpToolView";
  static final String CALLBACKS = "mcpToolCallbackProvider";

  /** Early, since it looks at properties while they are bound. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static UnresolvedPlaceholders mcpUnresolvedPlaceholders(Environment environment) {
    return new UnresolvedPlaceholders(environment);
  }

  @Bean
  ServerParts mcpServerParts(
      ObjectProvider<SslBundles> sslBundles,
      ObjectProvider<RegisteredClients> registeredClients,
      ObjectProvider<ServerAuthorization> authorization,
      ObjectProvider<McpServerCustomizer> customizers,
      ObjectProvider<McpConnectionDetails> connectionDetails,
      Environment environment) {
    return new ServerParts(
        sslBundles, registeredClients, authorization, customizers, connectionDetails, environment);
  }

  @Bean
  CurrentApproval mcpApproval(
      McpClientProperties properties, ConfigurableListableBeanFactory beans) {
    return new CurrentApproval(properties, beans);
  }

  /** What all else needs: whatever is misspelled is told before something else is missing. */
  @Bean
  CatalogParts mcpCatalogParts(
      McpClientProperties properties,
      UnresolvedPlaceholders placeholders,
      ServerParts parts,
      CurrentApproval approval,
      ConfigurableListableBeanFactory beans,
      Environment environment) {
    UnknownProperties.warn(environment, properties.servers().keySet());
    return new CatalogParts(properties, placeholders, parts, approval, beans);
  }

  /** The servers of the properties, where the application has no catalogue of its own. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(ToolCatalog.class)
  static class OfProperties {

    @Bean
    GivenServers mcpGivenServers() {
      return new GivenServers();
    }

    @Primary // among sets of tools: it is the whole of them
    @Bean(name = CATALOG, destroyMethod = "close")
    ToolCatalog mcpToolCatalog(
        McpClientProperties properties,
        UnresolvedPlaceholders placeholders,
        ServerParts parts,
        CatalogParts all,
        GivenServers given,
        ConfigurableListableBeanFactory beans) {
      if (properties.importSpringAiConnections()) {
        SpringAiStarter.warnOf(parts.springAiConnections(placeholders).keySet(), beans);
      }
      given.toUsers(all.servers(true));
      return all.ofApplication(given::put);
    }
  }

  /** The tools are there all the same, for an application that calls them itself. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass({
    "org.springframework.ai.tool.ToolCallbackProvider",
    "dev.langchain4j.service.tool.ToolProvider"
  })
  static class WithoutFramework {

    @Bean
    SmartInitializingSingleton mcpWithoutFramework() {
      return () ->
          log.warn(
              "Neither Spring AI nor LangChain4j is on the class path, so no model is offered the"
                  + " tools of the MCP servers. Add spring-ai-client-chat, for instance with a"
                  + " spring-ai-starter-model-..., or dev.langchain4j:langchain4j; or call the"
                  + " tools through the bean of type ToolCatalog");
    }
  }

  @Bean
  DisplacedServers mcpDisplacedServers(
      CatalogParts all, McpClientProperties properties, ConfigurableListableBeanFactory beans) {
    return new DisplacedServers(all, properties, beans);
  }

  /** Beside the catalogue: the servers of which each user has their own. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean // those of a parent context are enough
  UserTools mcpUserTools(
      CatalogParts all,
      McpClientProperties properties,
      ObjectProvider<CallerContext> callers,
      ObjectProvider<ServerAuthorization> authorization) {
    ServerAuthorization tokens = authorization.getIfAvailable();
    return new UserTools(
        all,
        properties.users(),
        callers.orderedStream().toList(),
        tokens == null ? () -> {} : tokens::toolsWanted);
  }

  /** A server that waited for permission has tools to list once it is given. */
  @Bean
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  AuthorizationListener mcpListingAfterPermission(ToolCatalog catalog) {
    return new ListingAfterPermission(catalog);
  }

  /** What was had with the token of a user ends when they sign out. */
  @Bean
  SignOutListener mcpEndingAfterSignOut(ObjectProvider<ToolCatalog> catalog, UserTools users) {
    return new EndingAfterSignOut(catalog, users);
  }

  /** One for each place that wants one: {@link McpTools} there says which tools. */
  @Bean(name = VIEW)
  @Fallback // behind views of the application's own, which are wanted without the annotation
  @Scope("prototype")
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  ToolView mcpToolView(ToolCatalog catalog, InjectionPoint point) {
    return ViewInjection.view(catalog, point);
  }

  @Bean
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  McpClientLifecycle mcpClientLifecycle(
      CatalogParts all, ToolCatalog catalog, McpClientProperties properties) {
    return new McpClientLifecycle(
        all.ready(),
        catalog,
        ServerPropertyNames.OF_CLIENT.positive("startup-timeout", properties.startupTimeout()));
  }
}
