package io.mcpbridge.cli;

import static io.mcpbridge.cli.CliRun.first;
import static io.mcpbridge.cli.CliRun.url;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mcp doctor}. */
@ExtendWith(LeakCheck.class)
class DoctorCommandTest {

  @TempDir Path folder;

  private final FakeMcpServer server = new MainTest.Weather().get();
  private CliRun mcp;

  @BeforeEach
  void configure() {
    mcp = new CliRun(folder).servers("weather", url(server.url()));
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void diagnosesServers() {
    mcp.servers("weather", url(server.url()), "gone", url("http://127.0.0.1:1/mcp"));
    mcp.run("doctor", "mcp.json");

    assertThat(mcp.exitCode()).isEqualTo(1);
    assertThat(mcp.out())
        .contains("weather  ok: connected, 2026-07-28, 3 tools", "gone  problem")
        .contains("nothing listens at 127.0.0.1:1", "\n    mcp.json:1  ");
    assertThat(mcp.run("doctor", "mcp.json", "weather").exitCode()).isZero();
  }

  @Test
  void diagnosesAsJson() {
    mcp.servers(
        "bad", "{\"command\": \"${MISSING}\"}", "off", "{\"command\": \"x\", \"disabled\": true}");
    JsonObject diagnosis = mcp.run("doctor", "--json").json();

    assertThat(mcp.exitCode()).isEqualTo(1);
    assertThat(diagnosis.bool("healthy")).isFalse();
    JsonObject finding = first(first(diagnosis, "servers"), "findings");
    assertThat(finding.string("severity")).isEqualTo("ERROR");
    assertThat(finding.string("cause")).contains("the variable MISSING is not set");
    assertThat(finding.integer("line")).isEqualTo(1);
  }

  @Test
  void namesLineOfWrongType() {
    mcp.file(
        "mcp.json",
        "{\"mcpServers\": {\"weather\": {\n\"url\": \""
            + server.url()
            + "\",\n\"type\": \"sse\"}}}");

    assertThat(mcp.run("doctor").exitCode()).isEqualTo(1);
    assertThat(mcp.out()).contains("HTTP status 400", "mcp.json:3  ", "Set `type` to \"http\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mcp.json         | {\"mcpServers\"          | not JSON              | 1",
        "mcp.json         | {\"mcp_servers\": {\"a\": {\"command\": \"b\"}}} | did you mean | 1",
        "mcp.json         | {}                     | the file has no server |",
        "application.yml  | 'mcp: [\n'            | not YAML              | 2",
        "missing.json     |                        | there is no such file |",
        "                 |                        | no configuration file |",
      })
  void describesUnusableFileAsJson(String file, String text, String cause, Long line)
      throws IOException {
    Files.delete(folder.resolve("mcp.json"));
    if (text != null) {
      mcp.file(file, text.replace("\\n", "\n"));
    }
    String[] args = {"doctor", "--json"};
    JsonObject diagnosis =
        mcp.run(file == null ? args : new String[] {"doctor", file, "--json"}).json();

    assertThat(mcp.exitCode()).isEqualTo(5);
    assertThat(diagnosis.bool("healthy")).isFalse();
    assertThat(diagnosis.list("servers")).isEmpty();
    JsonObject problem = first(diagnosis, "problems");
    assertThat(problem.string("severity")).isEqualTo("ERROR");
    assertThat(problem.string("cause")).contains(cause);
    assertThat(problem.integer("line")).isEqualTo(line);
    assertThat(mcp.err()).contains(cause);
  }

  @Test
  void diagnosesPropertiesOfApplication() {
    mcp.file(
        "application.yml",
        """
        mcp:
          client:
            servers:
              weather:
                url: ${URL}
                tiemout: 3s
        """);
    mcp.variable("URL", server.url()).run("doctor", "application.yml");

    assertThat(mcp.exitCode()).isEqualTo(1);
    assertThat(mcp.out()).contains("weather  problem: connected", "`timeout`", "application.yml:6");
    assertThat(mcp.run("call", "forecast", "city=Oslo", "-f", "application.yml").out())
        .isEqualTo("rain\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "alwaysAllow   | [~forcast~]       | No tool is named \"forcast\" | alwaysAllow",
        "autoApprove   | [~forcast~]       | No tool is named \"forcast\" | autoApprove",
        "disabledTools | [~forcast~]       | No tool is named \"forcast\" | disabledTools",
        "excludeTools  | [~forcast~]       | No tool is named \"forcast\" | excludeTools",
        "enabledTools  | [~forcast~]       | No tool is named \"forcast\" | enabledTools",
        "include       | [~forecast~]      | did you mean `includeTools`?  | include",
        "exclude       | [~forecast~]      | did you mean `disabledTools`? | exclude",
        "timeout       | ~soon~            | not a duration                | timeout",
        "disabled      | ~yes~             | must be true or false         | disabled",
        "alwaysAllow   | ~all~             | must be a list of strings     | alwaysAllow",
      })
  void namesMemberWithWrongValue(String member, String value, String cause, String setting) {
    mcp.file(
        "mcp.json",
        "{\"mcpServers\": {\"weather\": {\n  \"url\": \"%s\",\n  \"%s\": %s\n}}}"
            .formatted(server.url(), member, value.replace('~', '"')));
    JsonObject finding = first(first(mcp.run("doctor", "--json").json(), "servers"), "findings");

    assertThat(mcp.exitCode()).isEqualTo(1);
    assertThat(finding.string("cause")).contains(cause);
    assertThat(finding.string("setting")).isEqualTo(setting);
    assertThat(finding.integer("line")).isEqualTo(3);
    assertThat(finding.string("text")).startsWith("\"" + member + "\"");
    assertThat(finding.string("advice", "")).doesNotContain("ServerOptions", "ToolSelection");
  }

  @Test
  void advisesMemberThatTheFileWouldHave() {
    IntStream.range(0, 130).forEach(number -> server.tool("tool" + number));

    assertThat(mcp.run("doctor").out()).contains("the agent needs into `includeTools`.");
    mcp.file("application.yml", "mcp.client.servers.weather.url: " + server.url() + "\n");
    assertThat(mcp.run("doctor", "application.yml").out()).contains("needs into `include`, or let");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "enabled: flase | `mcp.client.enabled` must be true or false",
        "enabled: yes   | -",
        "profile: strikt | `mcp.client.profile` must be standard or strict",
        "profile: ${P:strict} | -",
        "tool-search.mode: sometimes | `mcp.client.tool-search.mode` must be auto, always or off",
        "tool-search.mode: off | -",
      })
  void namesPropertyWithWrongValue(String property, String cause) {
    mcp.file(
        "application.yml",
        "mcp.client:\n  servers.weather.url: " + server.url() + "\n  " + property + "\n");
    mcp.run("doctor", "application.yml");

    assertThat(mcp.exitCode()).isEqualTo(cause == null ? 0 : 1);
    assertThat(mcp.out()).contains(cause == null ? "weather  ok" : cause);
    assertThat(mcp.out().contains("application.yml:3")).isEqualTo(cause != null);
  }

  @Test
  void namesToolsThatHaveNoSettings() {
    mcp.file(
        "application.yml",
        """
        mcp.client.servers.weather:
          url: ${URL}
          tools:
            include: [forecast]
            alarm.timeout: 3s
        """);
    mcp.variable("URL", server.url()).run("doctor", "application.yml");

    assertThat(mcp.out())
        .containsOnlyOnce("warning:")
        .contains("`tools.include` has no effect", "application.yml:4");
  }

  @Test
  void waitsAsLongAsTheFileSays() {
    server.inject(Faults.silence());
    mcp.file(
        "application.yml",
        """
        mcp:
          client:
            servers:
              weather:
                url: ${URL}
                initialization-timeout: 350ms
        """);
    mcp.variable("URL", server.url()).run("doctor", "application.yml");

    assertThat(mcp.exitCode()).isEqualTo(1);
    assertThat(mcp.out()).contains("350 ms");
  }

  @Test
  void advisesNoPropertyForServersOfMcpServersFile() {
    server.inject(Faults.silence());

    assertThat(mcp.run("doctor", "--timeout", "300ms").out())
        .contains("llow it more time with --timeout")
        .doesNotContain("longer `initialization-timeout`");
    mcp.file("application.yml", "mcp.client.servers.weather.url: " + server.url() + "\n");
    assertThat(mcp.run("doctor", "application.yml", "--timeout", "300ms").out())
        .contains("longer `initialization-timeout`");
  }

  @Test
  void suggestsPrefixToFileWithoutServers() {
    mcp.file("application.yml", "mcp:\n  clients:\n    servers: {a: {url: x}}\n");
    mcp.run("doctor", "application.yml");

    assertThat(mcp.exitCode()).isEqualTo(5);
    assertThat(mcp.err())
        .contains("application.yml:2: `mcp.clients` is not a prefix", "`mcp.client.servers`");
  }

  @Test
  void doctorIsNotContentWithServersThatItMayNotStart() {
    mcp.file(".cursor/mcp.json", "{\"mcpServers\": {\"one\": " + url(server.url()) + "}}");

    assertThat(mcp.run("doctor", ".cursor/mcp.json").exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains("add --start");
    assertThat(server.received()).isEmpty();
  }
}
