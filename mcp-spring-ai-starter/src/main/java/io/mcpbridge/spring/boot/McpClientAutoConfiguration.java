package io.mcpbridge.spring.boot;

import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.CatalogListener;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.spring.oauth.AuthorizationListener;
import io.mcpbridge.spring.oauth.ServerAuthorization;
import java.util.List;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Primary;
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
 * made when they are needed first, so they may use what has the tools. {@link McpConnectionDetails}
 * say where a server really is, a {@link McpServerCustomizer} changes single servers, and a {@link
 * ToolCatalogCustomizer} does what is left.
 */
@AutoConfiguration
@ConditionalOnProperty(prefix = "mcp.client", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpClientProperties.class)
@ImportRuntimeHints(McpRuntimeHints.class)
public class McpClientAutoConfiguration {

  static final String CATALOG = "mcpToolCatalog";

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

  @Primary // among sets of tools: it is the whole of them
  @Bean(name = CATALOG, destroyMethod = "close")
  @ConditionalOnMissingBean
  ToolCatalog mcpToolCatalog(
      McpClientProperties properties,
      ServerParts parts,
      ConfigurableListableBeanFactory beans,
      ObjectProvider<ApprovalPolicy> approval,
      ObjectProvider<CatalogListener> listeners,
      ObjectProvider<ToolCatalogCustomizer> customizers) {
    ToolCatalogBuilder builder = ToolCatalog.builder();
    builder.inputHandlers(new HandlerBeans(beans, properties.inputs()).handlers());
    builder.approval(approval.getIfAvailable(() -> ApprovalRules.of(properties, beans)));
    if (beans.getBeanNamesForType(CatalogListener.class, true, false).length > 0) {
      builder.listeners(() -> listeners.orderedStream().toList());
    }
    McpClientProperties.ClientInfo info = properties.clientInfo();
    if (info.name() != null) {
      builder.clientInfo(
          new Implementation(info.name(), info.version(), info.title(), null, null, List.of()));
    }
    if (properties.logLevel() != null) {
      builder.logLevel(properties.logLevel());
    }
    if (properties.importSpringAiConnections()) {
      SpringAiStarter.warnOf(parts.springAiConnections().keySet(), beans);
    }
    ServerEntry.all(properties, parts)
        .forEach(server -> builder.server(server.name(), server.transport(), server.options()));
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  /** A server that waited for permission has tools to list once it is given. */
  @Bean
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  AuthorizationListener mcpListingAfterPermission(ToolCatalog catalog) {
    return new ListingAfterPermission(catalog);
  }

  /** One for each place that wants one: {@link McpTools} there says which tools. */
  @Bean
  @Scope("prototype")
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  ToolView mcpToolView(ToolCatalog catalog, InjectionPoint point) {
    return ViewInjection.view(catalog, point);
  }

  @Bean
  @ConditionalOnSingleCandidate(ToolCatalog.class)
  McpClientLifecycle mcpClientLifecycle(ToolCatalog catalog, McpClientProperties properties) {
    return new McpClientLifecycle(catalog, properties.startupTimeout());
  }
}
