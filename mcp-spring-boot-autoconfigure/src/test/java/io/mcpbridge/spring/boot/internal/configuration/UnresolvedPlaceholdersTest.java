package io.mcpbridge.spring.boot.internal.configuration;

import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.spring.boot.McpConnectionDetails;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.oauth.McpOAuthAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.PropertySourcesPlaceholderConfigurer;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** An unresolvable placeholder fails the server, and its text never reaches a server. */
@ExtendWith(OutputCaptureExtension.class)
class UnresolvedPlaceholdersTest {

  private static final String URL = "mcp.client.servers.s.url=http://127.0.0.1:1/mcp";

  @ParameterizedTest
  @CsvSource({
    "servers.s.auth.bearer-token, geheim${UNSET}",
    "servers.s.auth.bearerToken, ${UNSET}",
    "servers.s.headers.Authorization, Bearer ${UNSET}geheim",
    "servers.s.headers.X-Tenant, '${UNSET}'",
    "servers.s.url, http://127.0.0.1:1/${UNSET}?key=geheim",
    "servers.s.auth.oauth2.client-id, ${UNSET}",
    "servers.s.auth.oauth2.client-secret, geheim${UNSET}",
    "servers.s.auth.oauth2.scopes, 'read,${UNSET}'",
    "servers.s.proxy, http://geheim:${UNSET}@127.0.0.1:1",
    "servers.s.ssl-bundle, ${UNSET}",
    "servers.s.tools.look.fixed-arguments.key, geheim ${UNSET}",
    "servers.s.auth.bearer-token, ${SET}${UNSET}",
    "servers.s.auth.bearer-token, ${SET:${UNSET}}${UNSET}",
    "servers.s.auth.bearer-token, '${ALSO_UNSET:${UNSET}}'",
    "defaults.auth.bearer-token, ${UNSET}",
    "defaults.headers.X-Tenant, geheim ${UNSET}",
    "defaults.auth.oauth2.client-secret, geheim ${UNSET}",
    "oauth.success-url, /geheim${UNSET}",
  })
  void stopTheApplicationByPropertyAndVariable(
      String property, String value, CapturedOutput output) {
    start(
        URL,
        "mcp.client." + property + "=" + value,
        "SET=geheim",
        "mcp.client.oauth.token-file.path=no-such-file");

    String name = "mcp.client." + property.replace("bearerToken", "bearer-token");
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains(name + " refers to ${UNSET}, which is not set.")
        .contains("Set UNSET", "\\${UNSET}")
        .doesNotContain("geheim");
  }

  @ParameterizedTest
  @CsvSource({
    "command, ${UNSET}/geheim",
    "args, '-y,${UNSET},geheim'",
    "args[1], geheim=${UNSET}",
    "env.API_KEY, geheim${UNSET}",
    "working-directory, ${UNSET}/geheim",
  })
  void stopTheApplicationAlsoWhereAProgramIsStarted(
      String property, String value, CapturedOutput output) {
    start(
        "mcp.client.servers.s.command=no-such-server",
        "mcp.client.servers.s.args[0]=-y",
        "mcp.client.servers.s." + property + "=" + value);

    assertThat(output)
        .contains("mcp.client.servers.s." + property + " refers to ${UNSET}, which is not set.")
        .doesNotContain("geheim");
  }

  @Test
  void namesPropertyWithNestedPlaceholder(CapturedOutput output) {
    start(
        URL,
        "mcp.client.servers.s.auth.bearer-token=${company.token}",
        "company.token=ge${UNSET}heim");

    assertThat(output)
        .contains(
            "mcp.client.servers.s.auth.bearer-token refers to ${company.token}, whose value refers"
                + " to an unset variable.")
        .doesNotContain("heim");
  }

  @Test
  void importedConnectionPreventsStart(CapturedOutput output) {
    start(
        "mcp.client.import-spring-ai-connections=true",
        "spring.ai.mcp.client.stdio.connections.s.command=no-such-server",
        "spring.ai.mcp.client.stdio.connections.s.env.KEY=geheim${UNSET}");

    assertThat(output)
        .contains(
            "spring.ai.mcp.client.stdio.connections.s.env.KEY refers to ${UNSET}, which is not"
                + " set.")
        .doesNotContain("geheim");
  }

  @Test
  void ignoresPlaceholderOfDisabledServer() {
    CatalogApplication.application(
            "servers.s.auth.bearer-token=${UNSET}", "servers.s.enabled=false")
        .withPropertyValues(URL)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void ignoresPlaceholderInUrlReplacedByBean() {
    CatalogApplication.application("servers.s.url=${UNSET}", "servers.s.start=lazy")
        .withBean(
            McpConnectionDetails.class,
            () -> McpConnectionDetails.of("s", "http://127.0.0.1:1/mcp"))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void acceptsDefaultValuesAndEscapedPlaceholders() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server
          .tool("headers")
          .handler(
              call ->
                  FakeResult.text(
                      call.received().header("X-Default")
                          + "|"
                          + call.received().header("X-Escaped")
                          + "|"
                          + call.received().header("X-Variable")));
      CatalogApplication.run(
          CatalogApplication.application(
                  "servers.s.url=" + server.url(),
                  "servers.s.headers.X-Default=${UNSET:else}",
                  "servers.s.headers.X-Escaped=\\${UNSET}",
                  "servers.s.headers.X-Variable=${A_SECRET}")
              .withInitializer(
                  context ->
                      context
                          .getEnvironment()
                          .getPropertySources()
                          .addFirst(
                              new SystemEnvironmentPropertySource(
                                  "variables-systemEnvironment", Map.of("A_SECRET", "a${b}c")))),
          catalog ->
              assertThat(call(catalog, "s__headers", "{}").text())
                  .isEqualTo("else|${UNSET}|a${b}c"));
    }
  }

  /** As in applications that were not originally written for Spring Boot. */
  @Test
  void resolvesWithApplicationsConfigurer() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server
          .tool("whoami")
          .handler(call -> FakeResult.text(call.received().header("Authorization")));
      CatalogApplication.run(
          CatalogApplication.application(
                  "servers.s.url=" + server.url(), "servers.s.auth.bearer-token=${local.token}")
              .withUserConfiguration(LocalProperties.class),
          catalog -> assertThat(call(catalog, "s__whoami", "{}").text()).isEqualTo("Bearer known"));
    }
  }

  static class LocalProperties {
    @Bean
    static PropertySourcesPlaceholderConfigurer localProperties(Environment environment) {
      PropertySourcesPlaceholderConfigurer configurer = new PropertySourcesPlaceholderConfigurer();
      java.util.Properties properties = new java.util.Properties();
      properties.setProperty("local.token", "known");
      configurer.setProperties(properties);
      configurer.setEnvironment(environment);
      return configurer;
    }
  }

  private static void start(String... properties) {
    String[] arguments = Stream.of(properties).map(it -> "--" + it).toArray(String[]::new);

    Throwable failure =
        catchThrowable(
            () -> {
              try (var application = Applications.start(Application.class, arguments)) {
                application.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60));
              }
            });

    assertThat(failure).isNotNull();
  }

  @ImportAutoConfiguration({
    McpClientAutoConfiguration.class,
    McpOAuthAutoConfiguration.class,
    SslAutoConfiguration.class,
    PropertyPlaceholderAutoConfiguration.class
  })
  static class Application {}
}
