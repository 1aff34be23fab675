package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration;
import io.mcpbridge.spring.security.McpSecurityAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;

/** Invalid settings are rejected by property name; valid ones are not. */
class InvalidSettingsTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          startup-timeout=-5s,                         mcp.client.startup-timeout must be positive
          approval.timeout=-1s,                        mcp.client.approval.timeout must be positive
          guards.max-consecutive-failures=-1,          mcp.client.guards.max-consecutive-failures must not be negative
          users.max=0,                                 mcp.client.users.max must be at least 1
          users.idle-time=0,                           mcp.client.users.idle-time must be positive
          users.initial-timeout=-1s,                        mcp.client.users.initial-timeout must not be negative
          """)
  void outOfRangeValueNamesProperty(String property, String problem) {
    application("config-files.global=/no/such/file.json", "servers.s.command=npx")
        .withConfiguration(
            AutoConfigurations.of(
                McpServersFilesAutoConfiguration.class, McpSecurityAutoConfiguration.class))
        .withPropertyValues(
            "mcp.client.servers.s.start=lazy",
            "mcp.client.servers.u.command=npx",
            "mcp.client.servers.u.per-user=true",
            "mcp.client." + property)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("InvalidMcpConfigurationException: " + problem));
  }

  @Test
  void disabledServerNeedsNoApprovalHandler() {
    application("servers.s.command=npx", "servers.s.enabled=false", "servers.s.approval.ask=drop")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void serverPropertyOverridesDefaults() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server
          .tool("whoami")
          .handler(call -> FakeResult.text(call.received().header("Authorization")));
      CatalogApplication.run(
          application(
              "defaults.auth.bearer-token=of-all",
              "servers.header.url=" + server.url(),
              "servers.header.headers.authorization=Basic own",
              "servers.all.url=" + server.url()),
          catalog -> {
            assertThat(call(catalog, "header__whoami", "{}").text()).isEqualTo("Basic own");
            assertThat(call(catalog, "all__whoami", "{}").text()).isEqualTo("Bearer of-all");
          });
      CatalogApplication.run(
          application(
              "defaults.headers.Authorization=Basic of-all",
              "servers.token.url=" + server.url(),
              "servers.token.auth.bearer-token=own"),
          catalog ->
              assertThat(call(catalog, "token__whoami", "{}").text()).isEqualTo("Bearer own"));
    }
  }

  @Test
  void namesConflictingIdentityProperties() {
    application(
            "servers.s.url=http://127.0.0.1:1/mcp",
            "defaults.auth.bearer-token=geheim",
            "defaults.headers.Authorization=geheim")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessage(
                        "mcp.client.defaults.auth.bearer-token and"
                            + " mcp.client.defaults.headers.Authorization are both set."));
  }
}
