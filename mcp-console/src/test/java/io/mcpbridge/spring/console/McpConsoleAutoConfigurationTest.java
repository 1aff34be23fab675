package io.mcpbridge.spring.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.devtools.settings.DevToolsSettings;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.SystemEnvironmentPropertySource;
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
            "mcp.client.defaults.max-result-tokens=2000",
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
            "mcp.client.servers.near.env.DEBUG=SECRET-12",
            "mcp.client.servers.blanks.command=no-such-program --token SECRET-13",
            "mcp.client.servers.blanks.start=lazy",
            "mcp.client.servers.blanks.args=-y, --token, SECRET-14",
            "mcp.client.servers.order.command=no-such-program",
            "mcp.client.servers.order.start=lazy",
            "mcp.client.servers.order.args[1]=SECRET-15",
            "mcp.client.servers.order.args[0]=--token",
            "mcp.client.servers.order.exclude[1]=drop_*",
            "mcp.client.servers.order.exclude[0]=delete_*",
            "mcp.client.servers.list.command=no-such-program",
            "mcp.client.servers.list.start=lazy",
            "mcp.client.servers.list.args[0]=--token=abc,SECRET-16",
            "mcp.client.servers.list.args[1]=--names=a,b",
            "mcp.client.servers[GitHub].url=http://127.0.0.1:1/mcp",
            "mcp.client.servers[GitHub].start=lazy",
            "mcp.client.servers.order.proxy=http://ada:SECRET-17#?SECRET-18@127.0.0.1:2/?SECRET-19",
            "mcp.client.servers[GitHub].tools.pay[fixed-arguments][title]=SECRET-20",
            "mcp.client.servers[GitHub].tools[get_*].title=Get")
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
                  .contains("\"mcp.client.defaults.max-result-tokens\",\"value\":\"2000\"")
                  .contains("\"origin\":\"test\"")
                  .doesNotContain("mcp.client.defaults.timeout");
              assertThat(response(context, "/servers/{name}/configuration", "near"))
                  .contains("\"-y, --token, ***, --db=postgres://***@db\"")
                  .contains("env.API_KEY\",\"value\":null", "env.DEBUG\",\"value\":null");
              assertThat(response(context, "/servers/{name}/configuration", "blanks"))
                  .contains("\"-y, --token, ***\"", "\"no-such-program --token ***\"");
              assertThat(response(context, "/servers/{name}/configuration", "order"))
                  .contains("\"--token, ***\"", "\"delete_*, drop_*\"")
                  .contains("\"***@127.0.0.1:2/\"");
              assertThat(response(context, "/servers/{name}/configuration", "list"))
                  .contains("\"--token=***, --names=a,b\"");
              assertThat(response(context, "/servers/{name}/configuration", "GitHub"))
                  .contains("\"mcp.client.servers.GitHub.start\",\"value\":\"lazy\"")
                  .contains("fixed-arguments.title\",\"value\":null")
                  .contains("tools[get_*].title\",\"value\":\"Get\"");
              assertThat(response(context, "/servers/{name}/doctor", "near"))
                  .contains(
                      "\"severity\":\"INFO\"", "\"setting\":\"start\"", "\"origin\":\"test\"");
              for (String path :
                  List.of("", "/{name}", "/{name}/configuration", "/{name}/doctor")) {
                for (String server :
                    List.of("far", "oauth", "near", "blanks", "order", "list", "GitHub")) {
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

  @Test
  void showsFileAndLineOfSetting() {
    application
        .withPropertyValues("spring.config.location=classpath:com/example/console/servers.yml")
        .withInitializer(new ConfigDataApplicationContextInitializer())
        .run(
            context ->
                assertThat(response(context, "/servers/{name}/configuration", "shop"))
                    .contains("\"value\":\"lazy\",\"origin\":\"servers.yml:6\""));
  }

  /** A command line where only the program belongs, and a placeholder in the name of another. */
  @Test
  void showsNoSecretOfUnusualCommands() {
    application
        .withPropertyValues(
            "mcp.client.servers.line.command=npx --header \"Authorization: Bearer SECRET-1\"",
            "mcp.client.servers.line.args=-y,${${ENV}_ARGS:--token,SECRET-2}",
            "mcp.client.servers.line.start=lazy")
        .run(
            context ->
                assertThat(response(context, "/servers/{name}/configuration", "line"))
                    .contains("mcp.client.servers.line.command", "mcp.client.servers.line.args")
                    .doesNotContain("SECRET"));
  }

  /** In the order of their numbers, which is not that of their names. */
  @Test
  void showsArgumentsOfEnvironmentVariables() {
    Map<String, Object> variables = new TreeMap<>();
    variables.put("MCP_CLIENT_SERVERS_NEAR_COMMAND", "no-such-program");
    variables.put("MCP_CLIENT_SERVERS_NEAR_START", "lazy");
    for (int i = 0; i < 12; i++) {
      variables.put("MCP_CLIENT_SERVERS_NEAR_ARGS_" + i, i == 1 ? "--token" : "value-" + i);
    }
    variables.put("MCP_CLIENT_SERVERS_SPLIT_COMMAND", "no-such-program");
    variables.put("MCP_CLIENT_SERVERS_SPLIT_START", "lazy");
    variables.put("MCP_CLIENT_SERVERS_SPLIT_ARGS", "-y,${ARGS:--token,${TOKEN:SECRET-21}}");
    application
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(
                        new SystemEnvironmentPropertySource(
                            "https://ada:SECRET-22@settings.example/-systemEnvironment",
                            variables)))
        .run(
            context -> {
              assertThat(response(context, "/servers/{name}/configuration", "near"))
                  .contains("\"value-0, --token, ***, value-3, value-4,", ", value-10, value-11\"")
                  .contains("\"https://***@settings.example/-systemEnvironment\"")
                  .doesNotContain("value-2")
                  .doesNotContain("SECRET");
              assertThat(response(context, "/servers/{name}/configuration", "split"))
                  .contains("\"-y, ${ARGS:***}\"")
                  .doesNotContain("SECRET");
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
