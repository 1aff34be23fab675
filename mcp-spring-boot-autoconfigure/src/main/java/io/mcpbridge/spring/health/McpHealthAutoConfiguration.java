package io.mcpbridge.spring.health;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.catalog.CatalogFactory;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * The health contributor {@code mcp}. Backs off from a bean named {@code mcpHealthIndicator} or
 * {@code mcpHealthContributor}; {@code management.health.mcp.enabled=false} disables it.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass(Endpoint.class) // without the actuator, nothing shows it
@ConditionalOnSingleCandidate(ToolCatalog.class)
@Conditional(OnMcpHealthEnabled.class)
public class McpHealthAutoConfiguration {

  private static final String BOOT_3 = "org.springframework.boot.actuate.health.HealthIndicator";
  private static final String BOOT_4 =
      "org.springframework.boot.health.contributor.HealthIndicator";

  /** Does not create the catalog of an application that configures no servers. */
  private static McpHealth health(
      ObjectProvider<CatalogFactory> factory,
      ObjectProvider<ToolCatalog> catalog,
      ObjectProvider<UserToolCatalogs> users) {
    CatalogFactory all = factory.getIfAvailable();
    UserToolCatalogs userCatalogs = users.getIfAvailable();
    return McpHealth.of(
        all != null && all.isIdle() ? List.of() : catalog.getObject().servers(),
        userCatalogs == null ? Map.of() : userCatalogs.servers());
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = BOOT_3)
  static class Boot3 {

    @Bean
    @ConditionalOnMissingBean(name = {"mcpHealthIndicator", "mcpHealthContributor"})
    org.springframework.boot.actuate.health.HealthIndicator mcpHealthIndicator(
        ObjectProvider<CatalogFactory> factory,
        ObjectProvider<ToolCatalog> catalog,
        ObjectProvider<UserToolCatalogs> users) {
      return () -> {
        McpHealth health = health(factory, catalog, users);
        return org.springframework.boot.actuate.health.Health.status(health.status())
            .withDetails(health.details())
            .build();
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = BOOT_4)
  @ConditionalOnMissingClass(BOOT_3)
  static class Boot4 {

    @Bean
    @ConditionalOnMissingBean(name = {"mcpHealthIndicator", "mcpHealthContributor"})
    org.springframework.boot.health.contributor.HealthIndicator mcpHealthIndicator(
        ObjectProvider<CatalogFactory> factory,
        ObjectProvider<ToolCatalog> catalog,
        ObjectProvider<UserToolCatalogs> users) {
      return () -> {
        McpHealth health = health(factory, catalog, users);
        return org.springframework.boot.health.contributor.Health.status(health.status())
            .withDetails(health.details())
            .build();
      };
    }
  }
}
