package io.mcpbridge.spring.boot.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpServerProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ByteArrayResource;

class McpClientPropertiesTest {

  @Test
  void usesDefaultsForUnsetProperties() {
    McpClientProperties properties = bind("mcp.client.servers.weather.url=https://example.com/mcp");

    assertThat(
            ServerOptionsFactory.of(
                    ServerSettings.of(
                        "weather", properties.servers().get("weather"), null, properties))
                .build())
        .isEqualTo(ServerOptions.defaults());
  }

  @Test
  void acceptsMissingServers() {
    McpClientProperties properties = bind();

    assertThat(properties.enabled()).isTrue();
    assertThat(properties.servers()).isEmpty();
  }

  @Test
  void keepsOrderAndSpellingOfYaml() {
    McpClientProperties properties =
        bindYaml(
            """
            mcp:
              client:
                servers:
                  zebra: { url: "https://example.com/mcp", headers: { Authorization: "Bearer x", X-Api-Key: y } }
                  files: { command: npx, args: [-y, "@modelcontextprotocol/server-filesystem", /data] }
                  aardvark: { command: db, env: { PGPASSWORD_FILE: /run/pw, pgHost: db }, working-directory: /srv }
            """);

    assertThat(properties.servers().keySet()).containsExactly("zebra", "files", "aardvark");
    assertThat(properties.servers().get("zebra").headers())
        .containsExactly(Map.entry("Authorization", "Bearer x"), Map.entry("X-Api-Key", "y"));
    assertThat(properties.servers().get("files").args())
        .containsExactly("-y", "@modelcontextprotocol/server-filesystem", "/data");
    assertThat(properties.servers().get("aardvark").env())
        .containsExactly(Map.entry("PGPASSWORD_FILE", "/run/pw"), Map.entry("pgHost", "db"));
    assertThat(properties.servers().get("aardvark").workingDirectory()).isEqualTo("/srv");
  }

  @Test
  void durationsDefaultToSeconds() {
    McpServerProperties server =
        bind(
                "mcp.client.servers.weather.timeout=5",
                "mcp.client.servers.weather.initialization-timeout=250ms",
                "mcp.client.servers.weather.connect-timeout=2m")
            .servers()
            .get("weather");

    assertThat(server.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(server.initializationTimeout()).isEqualTo(Duration.ofMillis(250));
    assertThat(server.connectTimeout()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void toStringOmitsSecrets() {
    McpClientProperties properties =
        bind(
            "mcp.client.servers.a.url=https://user:geheim1@example.com/mcp?key=geheim2",
            "mcp.client.servers.a.headers.Authorization=Bearer geheim3",
            "mcp.client.servers.b.command=db",
            "mcp.client.servers.b.args=--password=geheim4",
            "mcp.client.servers.b.env.TOKEN=geheim5",
            "mcp.client.servers.b.tools.x.fixed-arguments.key=geheim6",
            "mcp.client.servers.a.auth.bearer-token=geheim7",
            "mcp.client.defaults.auth.bearer-token=geheim8",
            "mcp.client.defaults.tools.x.fixed-arguments.key=geheim9");

    assertThat(properties.toString())
        .contains("Authorization", "TOKEN", "command=db")
        .doesNotContain("geheim");
  }

  @Test
  void metadataDescribesProperties() throws Exception {
    try (var metadata =
        McpClientProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      assertThat(metadata).isNotNull();
      String json = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);

      assertThat(json)
          .contains("\"Whether to enable the MCP client,")
          .contains("\"MCP servers by name,")
          .contains("\"management.health.mcp.enabled\"", "\"management.endpoint.mcp.access\"")
          .contains("\"mcp.client.observations.trace-context\"")
          .contains("\"mcp.client.events.progress\"", "\"mcp.client.startup-timeout\"")
          .contains("\"Whether to register the bean 'mcpToolProvider'")
          .contains("\"Whether to register the bean 'mcpToolCallbackProvider'");
    }
  }

  private static McpClientProperties bind(String... properties) {
    return bound(new ApplicationContextRunner().withPropertyValues(properties));
  }

  private static McpClientProperties bindYaml(String yaml) {
    return bound(
        new ApplicationContextRunner()
            .withInitializer(
                context -> {
                  try {
                    new YamlPropertySourceLoader()
                        .load("yaml", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                        .forEach(context.getEnvironment().getPropertySources()::addLast);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));
  }

  private static McpClientProperties bound(ApplicationContextRunner runner) {
    McpClientProperties[] bound = new McpClientProperties[1];
    runner
        .withUserConfiguration(OnlyProperties.class)
        .run(context -> bound[0] = context.getBean(McpClientProperties.class));
    return bound[0];
  }

  @EnableConfigurationProperties(McpClientProperties.class)
  static class OnlyProperties {}
}
