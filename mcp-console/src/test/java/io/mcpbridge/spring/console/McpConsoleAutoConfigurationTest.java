package io.mcpbridge.spring.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.devtools.settings.DevToolsSettings;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.security.core.context.SecurityContextHolder;

/** When an application has a console. */
class McpConsoleAutoConfigurationTest {

  private final WebApplicationContextRunner application =
      new WebApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  McpClientAutoConfiguration.class, McpConsoleAutoConfiguration.class));

  @Test
  void absentWithoutDevtools() {
    application
        .withClassLoader(new FilteredClassLoader(DevToolsSettings.class))
        .run(context -> assertThat(context).doesNotHaveBean("mcpConsoleRoutes"));
  }

  @Test
  void presentWithDevtoolsUnlessDisabled() {
    application.run(context -> assertThat(context).hasBean("mcpConsoleRoutes"));
    application
        .withPropertyValues("mcp.client.console.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean("mcpConsoleRoutes"));
  }

  /** As the log says. */
  @Test
  void saysThatNoModelReceivesTheTools() {
    application.run(context -> assertThat(session(context)).contains("\"warning\":null"));
    application
        .withClassLoader(
            new FilteredClassLoader("io.mcpbridge.spring.ai", "io.mcpbridge.langchain4j"))
        .run(
            context ->
                assertThat(session(context))
                    .contains("No model receives the tools", "Add io.mcpbridge:mcp-spring-ai"));
  }

  private static String session(ApplicationContext context) {
    Map<String, String> headers =
        Map.of(
            "Host",
            "localhost",
            DevelopmentAccess.TOKEN_HEADER,
            context.getBean(ConsoleAccess.class).fragment().replace("#token=", ""));
    return context.getBean(Console.class).routes().stream()
        .filter(route -> route.path().equals("/mcp-console/api/session"))
        .findFirst()
        .orElseThrow()
        .handler()
        .apply(
            new WebRequest(
                Map.of(), null, headers::get, InetAddress.getLoopbackAddress(), () -> null, ""))
        .body();
  }

  @Test
  void failsWithoutAuthority() {
    application
        .withPropertyValues("mcp.client.console.enabled=true")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("no authority is set for it"));
  }

  @Test
  void failsWithoutSpringSecurity() {
    application
        .withClassLoader(new FilteredClassLoader(SecurityContextHolder.class))
        .withPropertyValues(
            "mcp.client.console.enabled=true", "mcp.client.console.authority=ROLE_OPERATOR")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("without Spring Security no user is signed in"));
  }
}
