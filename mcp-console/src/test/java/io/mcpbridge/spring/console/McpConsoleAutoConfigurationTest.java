package io.mcpbridge.spring.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.devtools.settings.DevToolsSettings;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
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

  /** In every place that takes one, and in every response about servers. */
  @Test
  void showsConfigurationWithoutSecrets() {
    application
        .withPropertyValues(
            "mcp.client.trace=bodies",
            "mcp.client.defaults.timeout=20s",
            "mcp.client.defaults.headers.X-All=SECRET-1",
            "mcp.client.defaults.max-retries=2",
            "mcp.client.servers.far.url=http://ada:SECRET-2@127.0.0.1:1/mcp?key=SECRET-3",
            "mcp.client.servers.far.start=lazy",
            "mcp.client.servers.far.timeout=5s",
            "mcp.client.servers.far.headers.X-Api-Key=SECRET-4",
            "mcp.client.servers.far.proxy=http://ada:SECRET-5@127.0.0.1:2",
            "mcp.client.servers.far.exclude[0]=delete_*",
            "mcp.client.servers.far.exclude[1]=drop_*",
            "mcp.client.servers.far.approval.ask=refund",
            "mcp.client.servers.far.readable-resources=https://ada:SECRET-6@example/**",
            "mcp.client.servers.far.tools.pay.timeout=9s",
            "mcp.client.servers.far.tools.pay.fixed-arguments.timeout=SECRET-7",
            "mcp.client.servers.oauth.url=http://127.0.0.1:1/mcp",
            "mcp.client.servers.oauth.start=lazy",
            "mcp.client.servers.oauth.auth.bearer-token=SECRET-8",
            "mcp.client.servers.near.command=no-such-program",
            "mcp.client.servers.near.start=lazy",
            "mcp.client.servers.near.args=-y,--token,SECRET-9,--db=postgres://ada:SECRET-10@db",
            "mcp.client.servers.near.env.API_KEY=SECRET-11",
            "mcp.client.servers.near.env.DEBUG=SECRET-12")
        .run(
            context -> {
              String far = response(context, "/servers/{name}/configuration", "far");
              assertThat(far)
                  .contains("\"http://127.0.0.1:1/mcp?#", "\"***@127.0.0.1:2\"")
                  .contains("\"mcp.client.servers.far.exclude\",\"value\":\"delete_*, drop_*\"")
                  .contains("\"mcp.client.servers.far.approval.ask\",\"value\":\"refund\"")
                  .contains("\"mcp.client.servers.far.tools.pay.timeout\",\"value\":\"9s\"")
                  .contains("\"mcp.client.servers.far.headers.X-Api-Key\",\"value\":null")
                  .contains("\"mcp.client.servers.far.timeout\",\"value\":\"5s\"")
                  .contains("\"mcp.client.defaults.max-retries\",\"value\":\"2\"")
                  .contains("\"origin\":\"test\"")
                  .doesNotContain("mcp.client.defaults.timeout");
              assertThat(response(context, "/servers/{name}/configuration", "near"))
                  .contains("\"-y, --token, ***, --db=postgres://***@db\"")
                  .contains("env.API_KEY\",\"value\":null", "env.DEBUG\",\"value\":null");
              for (String path : List.of("", "/{name}", "/{name}/configuration")) {
                for (String server : List.of("far", "oauth", "near")) {
                  assertThat(response(context, "/servers" + path, server)).doesNotContain("SECRET");
                }
              }
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class LazyViews {

    @Bean
    @Lazy
    ToolView broken() {
      throw new IllegalStateException("created by a look");
    }

    @Bean
    @Lazy
    ToolView support(ToolCatalog catalog) {
      return catalog.view(tool -> true);
    }
  }

  @Test
  void looksCreateNoLazyViews() {
    application
        .withUserConfiguration(LazyViews.class)
        .run(
            context -> {
              assertThat(response(context, "/tools", "")).contains("\"agents\":[]");
              context.getBean("support");
              assertThat(response(context, "/tools", "")).contains("\"agents\":[\"support\"]");
            });
  }

  private static String session(ApplicationContext context) {
    return response(context, "/session", "");
  }

  private static String response(ApplicationContext context, String path, String server) {
    Map<String, String> headers =
        Map.of(
            "Host",
            "localhost",
            DevelopmentAccess.TOKEN_HEADER,
            context.getBean(ConsoleAccess.class).fragment().replace("#token=", ""));
    return context.getBean(Console.class).routes().stream()
        .filter(route -> route.path().equals("/mcp-console/api" + path))
        .findFirst()
        .orElseThrow()
        .handler()
        .apply(
            new WebRequest(
                Map.of("name", server),
                null,
                headers::get,
                InetAddress.getLoopbackAddress(),
                () -> null,
                ""))
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
