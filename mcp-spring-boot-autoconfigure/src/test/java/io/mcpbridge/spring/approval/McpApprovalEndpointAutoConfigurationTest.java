package io.mcpbridge.spring.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.security.McpSecurityAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.security.core.context.SecurityContextHolder;

class McpApprovalEndpointAutoConfigurationTest {

  private static final AutoConfigurations CONFIGURATIONS =
      AutoConfigurations.of(
          McpApprovalEndpointAutoConfiguration.class,
          McpClientAutoConfiguration.class,
          McpSecurityAutoConfiguration.class);

  private static final String ROUTES = "mcpApprovalRoutes";
  private static final String PATH = "mcp.client.approval.endpoint.path=/mcp/approvals";

  private final WebApplicationContextRunner servlet =
      new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS);

  @Test
  void isOffByDefault() {
    servlet.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ROUTES));
    servlet
        .withPropertyValues(PATH, "mcp.client.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ROUTES));
    new ApplicationContextRunner()
        .withConfiguration(CONFIGURATIONS)
        .withPropertyValues(PATH)
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ROUTES));
  }

  @Test
  void isOnWithPath() {
    servlet.withPropertyValues(PATH).run(context -> assertThat(context).hasBean(ROUTES));
    new ReactiveWebApplicationContextRunner()
        .withConfiguration(CONFIGURATIONS)
        .withPropertyValues(PATH)
        .run(context -> assertThat(context).hasBean(ROUTES));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp/approvals", "/mcp/{id}", "/mcp/**", "/mcp/", "/"})
  void pathMustBePlain(String path) {
    assertFails(
        servlet.withPropertyValues("mcp.client.approval.endpoint.path=" + path),
        "mcp.client.approval.endpoint.path is not a path of this application");
  }

  @Test
  void requiresSpringSecurity() {
    assertFails(
        servlet
            .withPropertyValues(PATH)
            .withClassLoader(new FilteredClassLoader(SecurityContextHolder.class)),
        "mcp.client.approval.endpoint.path is set, but without Spring Security");
  }

  @Test
  void requiresMcpApprovals() {
    assertFails(
        servlet
            .withPropertyValues(PATH)
            .withBean(
                ApprovalHandler.class,
                () -> ApprovalHandler.of(request -> ApprovalDecision.deny())),
        "a bean of type ApprovalHandler replaces it");
  }

  private static void assertFails(WebApplicationContextRunner application, String message) {
    application.run(
        context -> assertThat(context).getFailure().rootCause().hasMessageContaining(message));
  }
}
