package io.mcpbridge.cli.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.cli.internal.config.ServerConfiguration.Server;
import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.transport.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerConfigurationTest {

  @TempDir private Path folder;

  private final Map<String, String> environment =
      new java.util.TreeMap<>(Map.of("TOKEN", "s3cret-of-environment"));

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private ServerConfiguration.Builder builder(Path file) {
    return ServerConfiguration.builder(file)
        .environment(environment::get)
        .systemProperties(name -> null);
  }

  private ServerConfiguration read(String name, String text) throws IOException {
    return builder(write(name, text)).read();
  }

  private static String address(ServerConfiguration configuration, String server) {
    Server found = Objects.requireNonNull(configuration.server(server));
    Transport transport = found.transport();
    return transport == null ? "none" : transport.address();
  }

  private static List<String> problems(ServerConfiguration configuration) {
    return configuration.problems().stream()
        .map(problem -> problem.origin().line() + " " + problem.message())
        .toList();
  }

  @Test
  void readsServersOfMcpServersFileWithLines() throws IOException {
    ServerConfiguration configuration =
        read(
            "mcp.json",
            """
            {
              "mcpServers": {
                "files": {
                  "command": "npx",
                  "args": ["-y", "server", "--token", "s3cret-argument"],
                  "env": {
                    "API_KEY": "s3cret-key"
                  }
                },
                "weather": {"url": "https://example.com/mcp", "disabled": true}
              }
            }
            """);

    assertThat(configuration.problems()).isEmpty();
    assertThat(address(configuration, "files")).startsWith("stdio: npx -y server");
    assertThat(configuration.server("weather").isEnabled()).isFalse();
    assertThat(configuration.origin("files", "command"))
        .hasToString(folder.resolve("mcp.json") + ":4")
        .extracting(origin -> origin.text())
        .isEqualTo("\"command\": npx");
    assertThat(configuration.origin("files", "args").text())
        .isEqualTo("\"args\": -y, server, --token, ***");
    assertThat(configuration.origin("files", "env.API_KEY").line()).isEqualTo(7);
    assertThat(configuration.origin("files", "env.API_KEY").text()).isEqualTo("\"API_KEY\": ***");
    assertThat(configuration.origin("files", "working-directory").line()).isEqualTo(3);
    assertThat(configuration.isOfAnotherProgram()).isFalse();
  }

  @Test
  void reportsLineOfJsonSyntaxError() throws IOException {
    ServerConfiguration configuration =
        read("mcp.json", "{\n  \"mcpServers\": {\n    \"a\": {,}\n  }\n}\n");

    assertThat(configuration.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.severity()).isEqualTo(Severity.ERROR);
              assertThat(problem.origin().line()).isEqualTo(3);
              assertThat(problem.message()).contains("not JSON");
            });
  }

  @Test
  void reportsMissingFileAndFileWithoutServers() throws IOException {
    assertThat(problems(builder(folder.resolve("absent.json")).read()))
        .containsExactly("0 there is no such file");
    assertThat(problems(builder(folder.resolve("absent.yml")).read()))
        .containsExactly("0 there is no such file");
    assertThat(problems(read("empty.json", "{\"mcpServers\": {}}")))
        .containsExactly("0 the file has no server; add one to `mcpServers`");
    assertThat(problems(read("application.yml", "server:\n  port: 8080\n")))
        .containsExactly("0 no server is configured; add one below mcp.client.servers");
  }

  @Test
  void recognizesFilesOfOtherPrograms() {
    for (String file :
        List.of(".vscode/mcp.json", ".cursor/mcp.json", "a/claude_desktop_config.json")) {
      assertThat(builder(folder.resolve(file)).read().isOfAnotherProgram()).as(file).isTrue();
    }
    assertThat(builder(folder.resolve("mcp.json")).read().isOfAnotherProgram()).isFalse();
  }

  @Test
  void readsServersOfApplicationYaml() throws IOException {
    ServerConfiguration configuration =
        read(
            "application.yml",
            """
            mcp:
              client:
                defaults:
                  timeout: 20
                  headers:
                    X-Tenant: acme
                servers:
                  weather:
                    url: https://${HOST:example.com}/mcp
                    auth:
                      bearer-token: ${TOKEN}
                    toolNamePrefix: no
                    include: forecast, alerts
                  files:
                    command: npx
                    args:
                      - -y
                      - server-filesystem
                      - ${api.dir}
                    working_directory: /tmp
                  off:
                    enabled: false
                    url: http://localhost/mcp
            api:
              dir: /data
            """);

    assertThat(configuration.problems()).isEmpty();
    assertThat(address(configuration, "weather")).isEqualTo("https://example.com/mcp");
    assertThat(address(configuration, "files")).isEqualTo("stdio: npx -y server-filesystem /data");
    Server weather = configuration.server("weather");
    assertThat(weather.options().timeout()).isEqualTo(Duration.ofSeconds(20));
    assertThat(weather.options().toolNamePrefix()).isFalse();
    assertThat(weather.options().selection().toString()).contains("forecast", "alerts");
    assertThat(weather.remote().headers())
        .containsEntry("X-Tenant", "acme")
        .containsEntry("Authorization", "Bearer s3cret-of-environment");
    assertThat(configuration.server("off").isEnabled()).isFalse();
    assertThat(configuration.origin("weather", "url"))
        .hasToString(folder.resolve("application.yml") + ":9")
        .extracting(origin -> origin.text())
        .isEqualTo("url: https://${HOST:***}/mcp");
    assertThat(configuration.origin("weather", "auth.bearer-token").text())
        .isEqualTo("bearer-token: ***");
    assertThat(configuration.origin("weather", "timeout").line()).isEqualTo(4);
    assertThat(configuration.origin("weather", "exclude").line()).isEqualTo(8);
    assertThat(configuration.origin("files", "workingDirectory").line()).isEqualTo(20);
  }

  @Test
  void readsPropertiesFile() throws IOException {
    ServerConfiguration configuration =
        read(
            "application.properties",
            """
            # a comment
            mcp.client.servers.files.command = npx
            mcp.client.servers.files.args[0] = -y
            mcp.client.servers.files.args[1] = \\
                server
            mcp.client.servers[my.server].url=https\\://example.com/mcp
            #---
            spring.config.activate.on-profile=dev
            mcp.client.servers.files.args=other
            """);

    assertThat(configuration.problems()).isEmpty();
    assertThat(address(configuration, "files")).isEqualTo("stdio: npx -y server");
    assertThat(address(configuration, "my.server")).isEqualTo("https://example.com/mcp");
    assertThat(configuration.origin("files", "args").line()).isEqualTo(3);
    assertThat(address(builder(configuration.file()).profiles(List.of("dev")).read(), "files"))
        .isEqualTo("stdio: npx other");
  }

  @Test
  void selectsDocumentsAndFilesOfProfiles() throws IOException {
    write("application-test.yml", "mcp.client.servers.a.url: http://test/mcp\n");
    Path file =
        write(
            "application.yml",
            """
            mcp.client.servers.a:
              url: http://base/mcp
            ---
            spring.config.activate.on-profile: dev & !cloud
            mcp.client.servers.a.url: http://dev/mcp
            """);

    assertThat(address(builder(file).read(), "a")).isEqualTo("http://base/mcp");
    assertThat(address(builder(file).profiles(List.of("dev")).read(), "a"))
        .isEqualTo("http://dev/mcp");
    assertThat(address(builder(file).profiles(List.of("dev", "cloud")).read(), "a"))
        .isEqualTo("http://base/mcp");
    assertThat(address(builder(file).profiles(List.of("test")).read(), "a"))
        .isEqualTo("http://test/mcp");
    environment.put("SPRING_PROFILES_ACTIVE", "dev");
    assertThat(address(builder(file).read(), "a")).isEqualTo("http://dev/mcp");
  }

  @Test
  void reportsUnknownNamesAndPrefixes() throws IOException {
    ServerConfiguration configuration =
        read(
            "application.yml",
            """
            mcp:
              client:
                servers:
                  a:
                    comand: npx
                    bearer-token: x
                    url: http://localhost/mcp
              clients:
                servers: {}
            """);

    assertThat(problems(configuration))
        .containsExactly(
            "5 the property `mcp.client.servers.a.comand` is unknown, so it has no effect"
                + " (did you mean `command`?)",
            "6 the property `mcp.client.servers.a.bearer-token` is unknown, so it has no effect"
                + " (did you mean `auth.bearer-token`?)",
            "8 `mcp.clients` is not a prefix of this library, so it has no effect; write"
                + " `mcp.client.servers`");
  }

  @Test
  void reportsUnresolvedPlaceholdersAndWhatOnlySpringBootResolves() throws IOException {
    ServerConfiguration configuration =
        read(
            "application.yml",
            """
            spring.config.import: optional:configtree:/run/secrets/
            mcp.client.servers:
              a:
                url: ${WEATHER_URL}
              b:
                url: https://localhost/mcp
                ssl-bundle: mine
              c:
                command: server
                env: {KEY: "{cipher}s3cret"}
              d:
                enabled: false
                url: ${UNSET}
            """);

    assertThat(problems(configuration))
        .containsExactlyInAnyOrder(
            "4 `url` refers to ${WEATHER_URL}, which is not set; set it in the environment or as a"
                + " property, or give a default as in ${NAME:default}",
            "7 `ssl-bundle` needs a bean of the application; "
                + ServerConfiguration.ASK_APPLICATION,
            "10 `env.KEY` is encrypted; " + ServerConfiguration.ASK_APPLICATION,
            "1 `spring.config.import` is not read; " + ServerConfiguration.ASK_APPLICATION);
    assertThat(configuration.servers()).allMatch(server -> server.transport() == null);
    assertThat(configuration.toString() + configuration.problems()).doesNotContain("s3cret");
  }

  @Test
  void reportsYamlSyntaxErrorWithLine() throws IOException {
    assertThat(problems(read("application.yml", "mcp:\n  client: a\n   servers: b\n")))
        .singleElement()
        .asString()
        .startsWith("3 it is not YAML");
    assertThat(problems(read("twice.yml", "mcp:\n  client: a\nmcp:\n  client: a\n")))
        .containsExactly("3 found duplicate key mcp");
  }
}
