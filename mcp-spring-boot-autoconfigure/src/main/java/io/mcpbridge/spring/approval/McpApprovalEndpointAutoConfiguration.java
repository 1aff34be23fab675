package io.mcpbridge.spring.approval;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.approval.ApprovalRoutes;
import io.mcpbridge.spring.boot.internal.configuration.ConditionalOnText;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.web.ReactiveRoutes;
import io.mcpbridge.spring.boot.internal.web.ServletRoutes;
import io.mcpbridge.spring.boot.internal.web.WebRoute;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * REST endpoints of the calls in {@link McpApprovals}, for users who are signed in with Spring
 * Security. Active with {@code mcp.client.approval.endpoint.path}; backs off from a bean named
 * {@code mcpApprovalRoutes}.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnProperty(prefix = "mcp.client", name = "enabled", matchIfMissing = true)
@ConditionalOnText("mcp.client.approval.endpoint.path")
public class McpApprovalEndpointAutoConfiguration {

  private static final String PROPERTY = "mcp.client.approval.endpoint.path is set, but ";

  private static List<WebRoute> routes(
      ObjectProvider<McpApprovals> approvals, McpClientProperties properties) {
    if (!ClassUtils.isPresent(
        "org.springframework.security.core.context.SecurityContextHolder", null)) {
      throw new InvalidMcpConfigurationException(
          PROPERTY + "without Spring Security no user is signed in.",
          "Add Spring Security (spring-boot-starter-security), or remove the property.");
    }
    McpApprovals calls = approvals.getIfUnique();
    if (calls == null) {
      throw new InvalidMcpConfigurationException(
          PROPERTY
              + "there is not one bean of type McpApprovals: a bean of type ApprovalHandler"
              + " replaces it.",
          "Remove the property, or declare one McpApprovals bean.");
    }
    McpClientProperties.Approval.Endpoint endpoint = properties.approval().endpoint();
    return new ApprovalRoutes(
            calls,
            path(Objects.requireNonNull(endpoint.path())),
            new ApprovalEndpointUser(calls, endpoint.approverAuthority()))
        .routes();
  }

  private static String path(String path) {
    if (!path.matches("(/[\\w.~-]+)+")) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.approval.endpoint.path is not a path of this application.",
          "Set a path such as '/mcp/approvals', or leave it out.");
    }
    return path;
  }

  /** In a servlet application. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnClass(RouterFunction.class)
  static class Servlet {

    @Bean
    @ConditionalOnMissingBean(name = "mcpApprovalRoutes")
    RouterFunction<ServerResponse> mcpApprovalRoutes(
        ObjectProvider<McpApprovals> approvals, McpClientProperties properties) {
      return ServletRoutes.of(() -> true, routes(approvals, properties));
    }
  }

  /** In a reactive application. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  @ConditionalOnClass(org.springframework.web.reactive.function.server.RouterFunction.class)
  static class Reactive {

    @Bean
    @ConditionalOnMissingBean(name = "mcpApprovalRoutes")
    org.springframework.web.reactive.function.server.RouterFunction<
            org.springframework.web.reactive.function.server.ServerResponse>
        mcpApprovalRoutes(ObjectProvider<McpApprovals> approvals, McpClientProperties properties) {
      return ReactiveRoutes.of(() -> true, routes(approvals, properties));
    }
  }
}
