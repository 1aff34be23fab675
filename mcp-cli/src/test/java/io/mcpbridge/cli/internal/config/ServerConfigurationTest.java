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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigurationTest {

  @TempDir private Path folder;

  private final Map<String, String> environment =
      new java.util.TreeMap<>(Map.of("TOKEN", "s3cret-of-environment"));

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private ServerConfiguration.Builder builder(Path file) {
    return ServerConfiguration.builder(file)
        .environment(environment)
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
      assertThat(OtherPrograms.isFile(folder.resolve(file))).as(file).isTrue();
    }
    assertThat(OtherPrograms.isFile(folder.resolve("mcp.json"))).isFalse();
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
            "4 `url` refers to ${WEATHER_URL}, which is not set; set it in the environment, or ask"
                + " the running application if `spring.config.import` has it",
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
        .startsWith("3 it is not YAML: a name and its value follow another value");
    assertThat(problems(read("tab.yml", "mcp:\n\tclient: a\n")))
        .containsExactly("2 it is not YAML: a tab begins the line; indent with spaces");
    assertThat(problems(read("twice.yml", "mcp:\n  client: a\nmcp:\n  client: a\n")))
        .containsExactly("3 found duplicate key mcp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder.json", "folder.yml"})
  void reportsFolder(String name) throws IOException {
    Path path = Files.createDirectory(folder.resolve(name));

    assertThat(ServerConfiguration.read(path).problems())
        .singleElement()
        .asString()
        .contains("it is a folder; name a file in it");
  }

  @Test
  void reportsYamlSyntaxErrorWithoutValues() throws IOException {
    assertThat(problems(read("application.yml", "a: 1\nPASSWORD: *s3cretpass\n")))
        .containsExactly("2 it is not YAML");
    assertThat(problems(read("application.yml", "a: 1\nversion: @project.version@\n")))
        .containsExactly(
            "2 it is not YAML; read the copy in target/classes, in which Maven has replaced @...@");
  }

  @Test
  void reportsAliasesThatContainThemselves() throws IOException {
    for (String text : List.of("a: &x [*x]\n", "a: &x {b: *x}\n", "a: {<<: &x [*x]}\n")) {
      assertThat(problems(read("application.yml", text)))
          .containsExactly("1 its values are nested too deeply");
    }
  }

  @Test
  void showsAddressesAsWritten() throws IOException {
    ServerConfiguration entries =
        read(
            "mcp.json",
            """
            {"mcpServers": {
              "a": {"command": "run", "args": ["${TOKEN}", "b c", "${DIR:-s3cret}", "${OWN}"],
                    "env": {"OWN": "s3cret"}},
              "b": {"serverUrl": "https://example.com/${TOKEN}/mcp?x=s3cret"},
              "c": {"command": ["run", "--header=X-Api: s3cret", "--header", "X: s3cret"]}
            }}
            """);
    ServerConfiguration properties =
        read(
            "application.yml",
            """
            mcp.client.servers:
              a: {command: run, args: "${TOKEN}, ${OTHER:s3cret}"}
              b.url: https://example.com/${TOKEN}/mcp
              c: {command: run, args: ["${own}", "s3 ${TOKEN}"]}
            own: ${TOKEN}-more
            """);

    assertThat(entries.servers())
        .extracting(Server::address)
        .containsExactly(
            "run ${TOKEN} \"b c\" ${DIR:***} ${OWN}",
            "https://example.com/${TOKEN}/mcp?***",
            "run \"--header=X-Api: ***\" --header \"X: ***\"");
    assertThat(properties.servers())
        .extracting(Server::address)
        .containsExactly(
            "run ${TOKEN} ${OTHER:***}",
            "https://example.com/${TOKEN}/mcp",
            "run ${own} \"s3 ${TOKEN}\"");
    assertThat(entries.written("run s3cret-of-environment")).isEqualTo("run ${TOKEN}");
    assertThat(properties.written("s3cret-of-environment, s3cret-of-environment-more"))
        .isEqualTo("${TOKEN}, ${own}");
  }

  @Test
  void prefersFilesAsSpringBootDoes() throws IOException {
    Path yaml = write("application.yaml", "mcp.client.servers.a.url: http://yaml/mcp\n");
    Path yml = write("application.yml", "mcp.client.servers.a.url: http://yml/mcp\n");

    assertThat(address(builder(yaml).read(), "a")).isEqualTo("http://yml/mcp");
    write("application.properties", "mcp.client.servers.a.url=http://properties/mcp\n");
    assertThat(address(builder(yml).read(), "a")).isEqualTo("http://properties/mcp");
  }

  @Test
  void expandsGroupsOfIncludedProfiles() throws IOException {
    write("application-inner.yml", "mcp.client.servers.a.url: http://inner/mcp\n");

    assertThat(
            address(
                read(
                    "application.yml",
                    "spring.profiles: {include: outer, group.outer: inner}\n"
                        + "mcp.client.servers.a.url: http://base/mcp\n"),
                "a"))
        .isEqualTo("http://inner/mcp");
  }

  @Test
  void readsValuesAsSpringBootDoes() throws IOException {
    environment.putAll(Map.of("OUTER", "<${TOKEN}>", "KEPT", "${UNSET}"));
    ServerConfiguration configuration =
        read(
            "application.yml",
            """
            mcp.client.servers.a:
              command: run
              args: [1.10, 1e3, 1_0.5, "1.10", " x ", "${OUTER}", "${KEPT}", "${my-prop}"]
            my_prop: relaxed
            """);

    assertThat(configuration.problems()).isEmpty();
    assertThat(address(configuration, "a"))
        .isEqualTo(
            "stdio: run 1.1 1000.0 10.5 1.10 \" x \" <s3cret-of-environment> ${UNSET} relaxed");
  }

  @Test
  void resolvesOnlyCanonicalNamesInOtherCases() throws IOException {
    ServerConfiguration configuration =
        read(
            "application.yml",
            """
            mcp.client.servers.a: {command: run, args: ["${myProp}", "${otherProp}"]}
            my-prop: relaxed
            otherProp: exact
            """);

    assertThat(problems(configuration))
        .singleElement()
        .asString()
        .startsWith("1 `args[0]` refers to ${myProp}, which is not set");
  }

  @Test
  void namesVariablesThatOverrideTheFile() throws IOException {
    environment.put("MCP_CLIENT_SERVERS_A_URL", "http://variable/s3cret");
    String text = "mcp.client.servers.a.url: http://yml/mcp\n";

    assertThat(read("application.yml", text).problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.severity()).isEqualTo(Severity.INFO);
              assertThat(problem.message())
                  .contains("MCP_CLIENT_SERVERS_A_URL", "overrides the file")
                  .doesNotContain("s3cret");
            });
    assertThat(read("mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"b\"}}}").problems())
        .isEmpty();
  }

  @Test
  void readsServersOfConfigFilesWithTheirProperties() throws IOException {
    write(
        "mcp.json",
        """
        {"mcpServers": {
          "github": {"url": "https://github.example/mcp"},
          "weather": {"command": "overridden"},
          "off": {"command": "off"}
        }}
        """);
    environment.put("FOLDER", folder.toString());

    ServerConfiguration configuration =
        read(
            "application.yml",
            """
            mcp.client:
              config-files.global: ${FOLDER}/mcp.json
              servers:
                weather.url: https://example.com/mcp
                github:
                  auth.bearer-token: ${TOKEN}
                  exclude: delete_*
                off.enabled: false
                gone.timeout: 5s
            """);

    assertThat(configuration.servers())
        .extracting(Server::name)
        .containsExactly("weather", "github", "off");
    assertThat(address(configuration, "weather")).isEqualTo("https://example.com/mcp");
    assertThat(address(configuration, "github")).isEqualTo("https://github.example/mcp");
    assertThat(configuration.server("github").options().selection().toString())
        .contains("delete_*");
    assertThat(configuration.server("off").isEnabled()).isFalse();
    assertThat(configuration.origin("github", "url"))
        .hasToString(folder.resolve("mcp.json") + ":2");
    assertThat(configuration.origin("github", "exclude"))
        .hasToString(folder.resolve("application.yml") + ":7");
    assertThat(problems(configuration))
        .containsExactly(
            "9 it has neither `url` nor `command`, and the files of mcp.client.config-files have no"
                + " such server, so it has no effect");
  }

  @Test
  void advisesProxyOfTheScheme() throws IOException {
    ServerConfiguration configuration =
        read(
            "application.yml",
            "mcp.client.servers: {a.url: http://h/mcp, b.url: https://h/mcp, c.command: x}\n");

    assertThat(configuration.alternative("a", "proxy")).contains("-Dhttp.proxyHost=");
    assertThat(configuration.alternative("b", "proxy")).contains("-Dhttps.proxyHost=");
  }

  @Test
  void namesProfilesThatHaveServers() throws IOException {
    write("application-test.yml", "mcp.client.servers.a.url: http://test/mcp\n");
    write("application-empty.yml", "server.port: 1\n");

    assertThat(
            problems(
                read(
                    "application.yml",
                    "server.port: 1\n---\nspring.config.activate.on-profile: dev\n"
                        + "mcp.client.servers.a.url: http://dev/mcp\n")))
        .containsExactly(
            "0 no server is configured; add one below mcp.client.servers, or select a profile that"
                + " has some: dev, test");
  }

  @Test
  void startsMcpRemoteOfApplicationAsTheApplicationDoes() throws IOException {
    String args = "[mcp-remote, \"https://example.com/mcp\"]";

    assertThat(
            address(
                read(
                    "application.yml",
                    "mcp.client.servers.a: {command: npx, args: " + args + "}\n"),
                "a"))
        .startsWith("stdio: npx mcp-remote");
    assertThat(
            address(
                read(
                    "mcp.json",
                    "{\"mcpServers\": {\"a\": {\"command\": \"npx\", \"args\":"
                        + " [\"mcp-remote\", \"https://example.com/mcp\"]}}}"),
                "a"))
        .isEqualTo("https://example.com/mcp");
  }

  @Test
  void resolvesNestedPlaceholdersAndKeepsEscapedOnes() throws IOException {
    environment.putAll(Map.of("STAGE", "dev", "HOST_DEV", "dev.example", "API_KEY", "a${b}$c"));
    ServerConfiguration configuration =
        read(
            "application.yml",
            """
            mcp.client.servers:
              a:
                url: https://${host.${STAGE}:unused}/${PATH_OF_SERVER:${path:mcp}}
                headers:
                  X-Key: ${api.key}
                  "[X.Literal]": \\${not.set}
                  X-Self: ${OTHER:x}
            host.dev: ${HOST_DEV}
            """);

    assertThat(configuration.problems()).isEmpty();
    assertThat(address(configuration, "a")).isEqualTo("https://dev.example/mcp");
    assertThat(configuration.server("a").remote().headers())
        .containsEntry("X-Key", "a${b}$c")
        .containsEntry("X.Literal", "${not.set}")
        .containsEntry("X-Self", "x");
  }

  @Test
  void reportsWrongValuesWithTheirLines() throws IOException {
    assertThat(
            problems(
                read(
                    "application.yml",
                    """
                    mcp.client.servers:
                      a:
                        url: http://localhost/mcp
                        connect-timeout: soon
                        proxy: "proxy:s3cret@host"
                        transport: websocket
                        include-traits: read-only, writing
                        args: [x]
                      b:
                        url: http://localhost/mcp
                        command: npx
                      c: {}
                      d:
                        url: "http://local host/s3cret"
                    """)))
        .map(problem -> problem.replaceFirst(" at index \\d+$", "")) // depends on the JDK
        .containsExactlyInAnyOrder(
            "4 `connect-timeout` is not a positive duration; write one such as 30s",
            "5 `proxy` is not a URL of an HTTP proxy, such as http://host:port",
            "6 `transport` must be auto or sse",
            "7 `include-traits` has an unknown trait; use read-only, destructive, idempotent,"
                + " open-world",
            "8 `args` has no effect without `command`",
            "10 `command` and `url` are both set; keep `command` for a program to start, or the"
                + " other one for a server that is already running",
            "12 neither `command` nor `url` is set; set `command` to start a program, or `url` for"
                + " a server that is already running",
            "14 the url cannot be read: Illegal character in authority");
  }

  @Test
  void masksMembersOfNestedTransport() throws IOException {
    ServerConfiguration configuration =
        read(
            "mcp.json",
            """
            {"mcpServers": {"a": {"transport": {
              "type": "http",
              "url": "https://example.com/mcp?key=s3cret",
              "headers": {"Authorization": "Bearer s3cret"}
            },
            "tools": {"t": {"arguments": {"key": "s3cret"}}}}}}
            """);

    assertThat(configuration.origin("a", "url").line()).isEqualTo(3);
    for (String setting :
        List.of(
            "url",
            "transport",
            "transport.url",
            "transport.headers.Authorization",
            "headers.Authorization",
            "tools.t.arguments.key")) {
      assertThat(configuration.origin("a", setting).text()).as(setting).doesNotContain("s3cret");
    }
  }

  @Test
  void usesAddressOfDefaultsOnlyWithoutAddressOfServer() throws IOException {
    ServerConfiguration configuration =
        read(
            "application.yml",
            """
            mcp.client:
              defaults:
                url: https://example.com/mcp
                env: {A: b}
              servers:
                a.timeout: 5s
                b.command: npx
            """);

    assertThat(configuration.problems()).isEmpty();
    assertThat(address(configuration, "a")).isEqualTo("https://example.com/mcp");
    assertThat(address(configuration, "b")).isEqualTo("stdio: npx");
  }

  @Test
  void namesPrefixesOfOtherClients() throws IOException {
    assertThat(problems(read("a.yml", "mcp:\n  servers.a.command: npx\n")))
        .containsExactly(
            "2 `mcp.servers` is not a prefix of this library, so it has no effect; write"
                + " `mcp.client.servers`",
            "0 no server is configured; add one below mcp.client.servers");
    String connection = "spring.ai.mcp.client.stdio.connections.a.command: npx\n";
    assertThat(problems(read("b.yml", connection)))
        .first()
        .asString()
        .startsWith("1 `spring.ai.mcp.client` is of Spring AI's own client; move its servers");
    assertThat(
            problems(
                read(
                    "c.yml",
                    connection
                        + "mcp.client:\n"
                        + "  import-spring-ai-connections: true\n"
                        + "  servers.a.timeout: 5s\n")))
        .containsExactly(
            "1 the servers below `spring.ai.mcp.client` are not read; "
                + ServerConfiguration.ASK_APPLICATION,
            "4 its address is not below mcp.client; " + ServerConfiguration.ASK_APPLICATION);
    assertThat(problems(read("d.yml", "mcp:\n  server.port: 1\n  client.servers.a.command: npx\n")))
        .as("of the application itself")
        .isEmpty();
  }

  @Test
  void readsYamlAndPropertiesOfApplicationTogether() throws IOException {
    write("application.properties", "mcp.client.servers.a.url=http://properties/mcp\n");
    write("application-broken.yml", "a: 1\nb: [\n");
    Path file = write("application.yml", "mcp.client.servers.a.url: http://yaml/mcp\n");

    assertThat(address(builder(file).read(), "a")).isEqualTo("http://properties/mcp");
    assertThat(builder(file).profiles(List.of("broken")).read().problems())
        .singleElement()
        .extracting(problem -> problem.origin().toString())
        .isEqualTo(folder.resolve("application-broken.yml") + ":3");
  }

  @Test
  void reportsStructureThatSpringBootMisunderstands() throws IOException {
    assertThat(
            problems(
                read(
                    "application.yml",
                    """
                    mcp.client.servers:
                      a: http://localhost/s3cret
                      b:
                        command: npx
                        env:
                          - KEY=s3cret
                      c:
                        url: localhost:8080
                      d:
                        command: ${}
                      e:
                        url: https://localhost/mcp
                        headers: {authorization: s3cret}
                        auth.bearer-token: s3cret
                    """)))
        .containsExactlyInAnyOrder(
            "2 it is a text; write it as its `url` or `command`, on a line of its own",
            "5 `env` is a list; write `NAME: value` instead of each element",
            "8 the url of an MCP server must start with http:// or https://, not with"
                + " \"localhost:\"",
            "10 `command` refers to ${}, which is not set; set it in the environment or as a"
                + " property, or give a default as in ${NAME:default}",
            "14 `auth.bearer-token` and the header `Authorization` are both set; keep one of them");
    assertThat(problems(read("list.yml", "mcp.client.servers:\n  - command: npx\n")))
        .containsExactly(
            "1 `mcp.client.servers` is a list, so its servers are named 0, 1 and so on; write a"
                + " name in front of each");
  }
}
