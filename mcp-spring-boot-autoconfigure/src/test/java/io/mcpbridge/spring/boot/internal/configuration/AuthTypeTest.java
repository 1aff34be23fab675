package io.mcpbridge.spring.boot.internal.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.spring.boot.McpServerCustomizer;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The credentials that a server gets, by {@code auth.type} and the keys that imply it. */
class AuthTypeTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  private @Nullable String sent(ApplicationContextRunner application) {
    server.tool("ping").returns("pong");
    CatalogApplication.run(
        application.withPropertyValues("mcp.client.servers.s.url=" + server.url()),
        catalog -> CatalogApplication.call(catalog, "s__ping", "{}"));
    return server.received("tools/call").get(0).header("Authorization");
  }

  @Test
  void bearer() {
    assertThat(
            sent(
                CatalogApplication.application(
                    "servers.s.auth.type=bearer", "defaults.auth.bearer-token=abc")))
        .isEqualTo("Bearer abc");
  }

  @Test
  void noneReplacesTheDefault() {
    assertThat(
            sent(
                CatalogApplication.application(
                    "servers.s.auth.type=none",
                    "defaults.auth.bearer-token=abc",
                    "defaults.headers.Authorization=abc")))
        .isNull();
  }

  /** A profile unsets the token of another one. */
  @Test
  void blankTokenUnsetsTheDefault() {
    assertThat(
            sent(
                CatalogApplication.application(
                    "servers.s.auth.bearer-token=",
                    "defaults.auth.type=bearer",
                    "defaults.auth.bearer-token=abc")))
        .isNull();
  }

  /** Blank as with a variable that is not set; the others only adjust OAuth. */
  @ParameterizedTest
  @ValueSource(
      strings = {"allow-loopback=true", "client-id=", "scopes=", "shared=false", "ssl-bundle=x"})
  void adjustmentOfOAuthDoesNotImplyIt(String property) {
    assertThat(
            sent(
                CatalogApplication.application(
                    "defaults.auth.bearer-token=abc", "servers.s.auth.oauth2." + property)))
        .isEqualTo("Bearer abc");
  }

  @Test
  void customIsSuppliedByCustomizer() {
    McpServerCustomizer customizer =
        new McpServerCustomizer() {
          @Override
          public void http(String name, HttpTransportBuilder<?> transport) {
            transport.credentials(BearerToken.of("of-" + name));
          }
        };
    assertThat(
            sent(
                CatalogApplication.application(
                        "servers.s.auth.type=custom", "defaults.auth.bearer-token=abc")
                    .withBean(McpServerCustomizer.class, () -> customizer)))
        .isEqualTo("Bearer of-s");
  }

  @Test
  void customMayBeAHeader() {
    assertThat(
            sent(
                CatalogApplication.application(
                    "servers.s.auth.type=custom", "servers.s.headers.Authorization=Key abc")))
        .isEqualTo("Key abc");
  }

  @ParameterizedTest
  @CsvSource({
    "auth.type=oauth2, auth.bearer-token=geheim",
    "auth.type=bearer, auth.client-registration=geheim",
    "auth.type=bearer, auth.oauth2.client-id=geheim",
    "auth.type=bearer, auth.background-registration=geheim",
    "auth.type=client-registration, auth.bearer-token=geheim",
    "auth.type=none, auth.bearer-token=geheim",
    "auth.type=none, headers.Authorization=geheim",
    "auth.type=custom, auth.oauth2.grant=client-credentials",
    "auth.type=bearer, headers.Authorization=geheim",
  })
  void contradictionNamesBothProperties(String type, String property) {
    String second = property.replaceAll("=.*", "").replace("oauth2.client-id", "oauth2");

    assertThat(problem("servers.s." + type, "servers.s." + property))
        .contains(
            "mcp.client.servers.s." + type + " and mcp.client.servers.s." + second, "are both set.")
        .doesNotContain("geheim");
  }

  @ParameterizedTest
  @CsvSource({
    "auth.bearer-token=geheim, auth.oauth2.client-id=desk",
    "auth.client-registration=geheim, auth.oauth2.grant=client-credentials",
    "auth.bearer-token=geheim, auth.client-registration=desk",
  })
  void contradictionWithoutType(String first, String second) {
    assertThat(problem("defaults.auth.bearer-token=x", "servers.s." + first, "servers.s." + second))
        .contains("mcp.client.servers.s." + first.replaceAll("=.*", ""), "are both set.")
        .doesNotContain("geheim");
  }

  @ParameterizedTest
  @CsvSource({
    "bearer, auth.bearer-token is not set",
    "client-registration, auth.client-registration is not set",
    "custom, no bean supplies credentials",
  })
  void typeWithoutItsKey(String type, String problem) {
    assertThat(problem("servers.s.auth.type=" + type))
        .contains("mcp.client.servers.s.auth.type is " + type, problem);
  }

  private static String problem(String... properties) {
    String[] problem = new String[1];
    CatalogApplication.application(properties)
        .withPropertyValues("mcp.client.servers.s.url=https://mcp.example.com/mcp")
        .run(
            context -> {
              assertThat(context).hasFailed();
              Throwable failure = context.getStartupFailure();
              while (failure != null && !(failure instanceof InvalidMcpConfigurationException)) {
                failure = failure.getCause();
              }
              assertThat(failure).as(Arrays.toString(properties)).isNotNull();
              problem[0] = failure.getMessage();
            });
    return problem[0];
  }
}
