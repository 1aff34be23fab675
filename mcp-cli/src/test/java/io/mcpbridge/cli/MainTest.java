package io.mcpbridge.cli;

import static io.mcpbridge.cli.CliRun.first;
import static io.mcpbridge.cli.CliRun.process;
import static io.mcpbridge.cli.CliRun.url;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeMcpServerMain;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands against a server over HTTP and over stdio, with their exit codes. */
@ExtendWith(LeakCheck.class)
class MainTest {

  private static final String SCHEMA =
      """
      {"type": "object", "required": ["city"], "properties": {
        "city": {"type": "string"}, "days": {"type": "integer"}, "hourly": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "unit": {"type": "object", "properties": {
          "wind": {"type": "number"}, "name": {"type": "string"}}}}}
      """;

  /** A server as a process. */
  public static final class Weather implements Supplier<FakeMcpServer> {
    @Override
    public FakeMcpServer get() {
      FakeMcpServer server = FakeMcpServer.create().named("weather", "1.2");
      server
          .tool("forecast")
          .description("Returns the weather of the next days. Of any city.")
          .inputSchema(SCHEMA)
          .returns("rain");
      server.tool("alarm").returns(FakeResult.error("no alarm today"));
      server.tool("picture").returns(FakeResult.image(new byte[] {1, 2}, "image/png"));
      server.resource("weather://now").name("Now").mimeType("text/plain").text("cloudy");
      server.resource("weather://map").name("Map").mimeType("image/png").blob(new byte[] {1, 2, 3});
      server.resourceTemplate("weather://{city}", "City");
      server
          .prompt("packing")
          .description("What to pack")
          .argument("city", "Where to", true)
          .message("user", "What do I pack?");
      return server;
    }
  }

  /** A server with a template of another name. */
  public static final class Empty implements Supplier<FakeMcpServer> {
    @Override
    public FakeMcpServer get() {
      FakeMcpServer server = FakeMcpServer.create();
      server.resourceTemplate("other://{city}", "City");
      return server;
    }
  }

  @TempDir Path folder;

  private final FakeMcpServer server = new Weather().get();
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
  void listsServersAndTools() {
    mcp.run("list");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out())
        .contains("weather  connected, 2026-07-28, 3 tools")
        .contains("  weather__forecast(city*, days, hourly, tags, unit)  Returns the weather of")
        .doesNotContain("\u001B");
    assertThat(mcp.err()).isEqualTo("connecting to weather: " + server.url() + "\n");
  }

  @Test
  void listsAsJson() {
    JsonObject listed = first(mcp.run("list", "--json").json(), "servers");

    assertThat(listed.string("name")).isEqualTo("weather");
    assertThat(listed.string("state")).isEqualTo("CONNECTED");
    assertThat(listed.string("protocolVersion")).isEqualTo("2026-07-28");
    assertThat(listed.map("serverInfo")).isEqualTo(Map.of("name", "weather", "version", "1.2"));
    JsonObject tool = first(listed, "tools");
    assertThat(tool.string("name")).isEqualTo("weather__forecast");
    assertThat(tool.map("inputSchema")).containsKey("properties");
  }

  @Test
  void startsProcessAndSaysSo() {
    mcp.servers("local", process(FakeMcpServerMain.command(Weather.class))).run("list");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.err()).startsWith("starting local: ").contains("FakeMcpServerMain");
    assertThat(mcp.out()).contains("local__forecast");
  }

  @ParameterizedTest
  @ValueSource(strings = {"weather__forecast", "forecast"})
  void callsTool(String name) {
    mcp.run("call", name, "city=Oslo");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out()).isEqualTo("rain\n");
    assertThat(server.calls("forecast").get(0).arguments().toMap())
        .isEqualTo(Map.of("city", "Oslo"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "city=5                    | {\"city\":\"5\"}",
        "city=a=b                  | {\"city\":\"a=b\"}",
        "city=                     | {\"city\":\"\"}",
        "city=x days=3             | {\"city\":\"x\",\"days\":3}",
        "city=x hourly=true        | {\"city\":\"x\",\"hourly\":true}",
        "city=x tags=a tags=b      | {\"city\":\"x\",\"tags\":[\"a\",\"b\"]}",
        "city=x tags=a             | {\"city\":\"x\",\"tags\":[\"a\"]}",
        "city=x tags=[\"a\"]       | {\"city\":\"x\",\"tags\":[\"a\"]}",
        "city=x unit.wind=1.5 unit.name=5 |"
            + " {\"city\":\"x\",\"unit\":{\"wind\":1.5,\"name\":\"5\"}}",
        "city=x unit:={\"wind\":2} | {\"city\":\"x\",\"unit\":{\"wind\":2}}",
        "city=x other:=[1,null]    | {\"city\":\"x\",\"other\":[1,null]}",
      })
  void typesArgumentsBySchema(String words, String sent) {
    mcp.run(("call forecast " + words.strip()).split(" "));

    assertThat(mcp.err()).doesNotContain("error");
    assertThat(server.calls("forecast").get(0).arguments().toJson()).isEqualTo(sent);
  }

  @Test
  void readsArgumentsFromStandardInput() {
    mcp.input("{\"city\": \"Oslo\", \"unit\": {\"wind\": 1}}");
    mcp.run("call", "forecast", "-", "days=2", "unit.name=kn");

    assertThat(server.calls("forecast").get(0).arguments().toJson())
        .isEqualTo("{\"city\":\"Oslo\",\"unit\":{\"wind\":1,\"name\":\"kn\"},\"days\":2}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "city=x days=many   | \"days\" must be an integer, not \"many\"",
        "days=1             | \"city\" is missing",
        "city=x unit.wind=a | \"unit.wind\" must be a number",
        "city=x unit:={     | \"unit\" is no JSON",
        "Oslo               | \"Oslo\" has no form of an argument",
      })
  void namesWrongArgumentBeforeSending(String words, String message) {
    mcp.run(("call forecast " + words.strip()).split(" "));

    assertThat(mcp.exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains(message);
    assertThat(mcp.out()).isEmpty();
    assertThat(server.calls("forecast")).isEmpty();
  }

  @Test
  void printsResultAsJson() {
    JsonObject result = mcp.run("call", "picture", "--json").json();

    assertThat(first(result, "content").toMap())
        .isEqualTo(Map.of("type", "image", "mimeType", "image/png", "data", "AQI="));
    assertThat(result.bool("isError")).isFalse();
  }

  @Test
  void failsIfToolReportsError() {
    mcp.run("call", "alarm");

    assertThat(mcp.exitCode()).isEqualTo(1);
    assertThat(mcp.err()).contains("error: no alarm today");
    assertThat(mcp.out()).isEmpty();
    assertThat(mcp.run("call", "alarm", "--json").exitCode()).isEqualTo(1);
    assertThat(mcp.json().bool("isError")).isTrue();
  }

  @Test
  void namesSimilarTools() {
    mcp.run("call", "weather__forcast");

    assertThat(mcp.exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains("no tool \"weather__forcast\"; similar: weather__forecast");
  }

  @Test
  void startsOnlyServerOfTool() {
    mcp.servers("weather", url(server.url()), "other", "{\"command\": \"never-started\"}");
    mcp.run("call", "weather__forecast", "city=Oslo");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.err()).doesNotContain("never-started");
  }

  @Test
  void callsToolsByAnyOfTheirNames() {
    server.tool("a__b").returns("both");
    mcp.servers("my server", url(server.url()), "other", "{\"command\": \"never-started\"}");
    mcp.run("list", "--json", "--server", "my server");
    String name = first(first(mcp.json(), "servers"), "tools").string("name");

    mcp.run("call", name, "city=Oslo");
    assertThat(mcp.out()).isEqualTo("rain\n");
    assertThat(mcp.err()).doesNotContain("never-started");
    assertThat(mcp.servers("weather", url(server.url())).run("call", "a__b").out())
        .isEqualTo("both\n");
    assertThat(mcp.run("call", "wether__forecast").err()).contains("similar: weather__forecast");
  }

  @Test
  void expandsNoFilesOfArguments() {
    mcp.file("args", "city=Oslo").run("call", "forecast", "@" + folder.resolve("args"));

    assertThat(mcp.exitCode()).isEqualTo(2);
    assertThat(server.calls("forecast")).isEmpty();
  }

  @Test
  void searchesTools() {
    mcp.run("search", "weather", "of", "the", "next", "days");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out()).startsWith("  weather__forecast(");
    JsonObject found = mcp.run("search", "days", "--json", "--limit", "1").json();
    assertThat(found.string("query")).isEqualTo("days");
    assertThat(first(found, "tools").string("tool")).isEqualTo("forecast");
  }

  @Test
  void listsResources() {
    mcp.run("resources");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out())
        .contains("weather  weather://now  Now", "weather  weather://{city}  City");
    JsonObject listed = mcp.run("resources", "--json").json();
    assertThat(first(listed, "resources").string("uri")).isEqualTo("weather://now");
    assertThat(first(listed, "resourceTemplates").string("uriTemplate"))
        .isEqualTo("weather://{city}");
  }

  @Test
  void readsResource() {
    assertThat(mcp.run("read", "weather://now").out()).isEqualTo("cloudy");
    assertThat(mcp.exitCode()).isZero();
    assertThat(first(mcp.run("read", "weather://now", "--json").json(), "contents").string("text"))
        .isEqualTo("cloudy");
    assertThat(mcp.run("read", "weather://map").outBytes()).containsExactly(1, 2, 3);
    assertThat(mcp.run("read", "file:///nowhere").exitCode()).isEqualTo(1);
  }

  @Test
  void readsResourceOfTemplate() {
    server.resource("weather://New%20York").name("New York").text("sunny");

    assertThat(mcp.run("read", "weather://{city}", "city=New York").out()).isEqualTo("sunny");
    mcp.servers(
        "weather", url(server.url()), "local", process(FakeMcpServerMain.command(Empty.class)));
    assertThat(mcp.run("read", "weather://{city}", "city=New York").out()).isEqualTo("sunny");
    assertThat(mcp.run("read", "weather://{city}", "town=x").exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains("has no variable \"town\"; it has [city]");
    assertThat(mcp.run("read", "weather://{city}").exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains("weather://{city} needs values: city=...");
    assertThat(mcp.run("read", "weather://{city", "city=x").exitCode()).isEqualTo(2);
    server.resource("weather://all").name("All").text("fine");
    assertThat(mcp.run("read", "weather://all{?q}", "-s", "weather").out()).isEqualTo("fine");
    assertThat(mcp.run("read", "weather://now", "city=x").exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains("weather://now is no URI template");
  }

  @Test
  void endsWithCodeOfWrongFile() {
    CliRun project = new CliRun(folder.resolve("project"));
    project.file(
        "application.yml",
        "mcp.client.enabled: flase\nmcp.client.servers.weather.url: " + server.url() + "\n");

    assertThat(project.run("list").exitCode()).isEqualTo(5);
    assertThat(project.err())
        .contains("error: ", "`mcp.client.enabled` must be true or false")
        .doesNotContain("warning: ");
  }

  @Test
  void namesProfileThatNoFileHas() {
    CliRun project = new CliRun(folder.resolve("project"));
    project.file(
        "application.yml",
        "mcp.client.servers.weather.url: "
            + server.url()
            + "\n---\nspring.config.activate.on-profile: \"prod & !test\"\n");
    project.file("application-local.yml", "a: b\n");

    assertThat(project.run("list", "--profile", "prdo,local,test").exitCode()).isZero();
    assertThat(project.err())
        .contains("no document or file for the profile \"prdo\" (did you mean \"prod\"?)")
        .doesNotContain("\"local\"", "\"test\"");
    assertThat(project.run("doctor", "application.yml", "--profile", "prdo").exitCode())
        .isEqualTo(1);
    assertThat(project.out()).contains("warning: there is no document or file");
    assertThat(project.run("doctor", "application.yml", "--profile", "inJava").exitCode()).isZero();
    assertThat(project.out()).contains("info: there is no document or file");
    project.run("doctor", "application.yml", "--profile", "default");
    assertThat(project.out()).doesNotContain("there is no document or file");
  }

  @Test
  void readsTextUnchangedUnlessATerminalShowsIt() {
    server.resource("weather://raw").name("Raw").text("\u001B[31ma\r\nb");

    assertThat(mcp.run("read", "weather://raw").out()).isEqualTo("\u001B[31ma\r\nb");
    assertThat(mcp.terminalOutput().run("read", "weather://raw").out()).isEqualTo("a\nb\n");
  }

  @Test
  void failsIfOutputCannotBeWritten() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("no space left");
          }
        };
    String[] args = {"call", "forecast", "city=Oslo", "-f", folder.resolve("mcp.json").toString()};

    int exitCode =
        Main.run(
            args,
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(full),
            new PrintStream(err));

    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("the output cannot be written");
  }

  @Test
  void writesNoBinaryContentToTerminal() {
    mcp.terminalOutput().run("read", "weather://map");

    assertThat(mcp.exitCode()).isEqualTo(2);
    assertThat(mcp.err()).contains("redirect it to a file");
  }

  @Test
  void listsAndGetsPrompts() {
    assertThat(mcp.run("prompts").out())
        .isEqualTo("weather  weather__packing(city*)  What to pack\n");
    assertThat(first(mcp.run("prompts", "--json").json(), "prompts").string("name"))
        .isEqualTo("weather__packing");
    assertThat(mcp.run("prompts", "weather__packing", "city=Oslo").out())
        .isEqualTo("user: What do I pack?\n");
    assertThat(mcp.run("prompts", "packing", "city=Oslo").out())
        .isEqualTo("user: What do I pack?\n");
    assertThat(mcp.terminal().run("prompts", "packing", "city=Oslo").out())
        .startsWith("\u001B[1muser:\u001B[0m What");
    assertThat(server.received("prompts/get").get(0).params().map("arguments"))
        .isEqualTo(Map.of("city", "Oslo"));
    JsonObject got = mcp.run("prompts", "packing", "city=Oslo", "--json").json();
    assertThat(first(got, "messages").object("content").string("text"))
        .isEqualTo("What do I pack?");
    assertThat(mcp.run("prompts", "none").exitCode()).isEqualTo(2);
  }

  @Test
  void tracesMessagesOfAnotherCommand() {
    mcp.run("trace", "call", "forecast", "city=Oslo");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out()).isEqualTo("rain\n");
    assertThat(mcp.err()).contains("tools/list", "tools/call", "\"city\":\"Oslo\"");
  }

  @Test
  void colorsOnlyTerminals() {
    assertThat(mcp.terminal().run("list").out()).contains("\u001B[");
    assertThat(mcp.run("list", "--no-color").out()).doesNotContain("\u001B");
    assertThat(mcp.variable("NO_COLOR", "1").run("list").out()).doesNotContain("\u001B");
  }

  @Test
  void removesTerminalSequencesOfServers() {
    server.tool("evil").description("\u001B[31mred").returns("\u001B]0;title\u0007text");

    assertThat(mcp.run("list").out()).contains("red").doesNotContain("\u001B");
    assertThat(mcp.terminalOutput().run("call", "evil").out()).isEqualTo("text\n");
    server.tool("worse").returns(FakeResult.error("\u001B]0;title\u0007\u001B[31mno"));
    assertThat(mcp.run("call", "worse").err()).endsWith("error: no\n").doesNotContain("\u001B");
    server.tool("json").returns("\u009B31mred");
    assertThat(mcp.run("call", "json", "--json").out())
        .contains("\\u009b31mred")
        .doesNotContain("\u009B");
    assertThat(mcp.run("trace", "call", "json").err()).doesNotContain("\u009B");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "doctor", "resources", "call cur__x"})
  void removesTerminalSequencesOfFiles(String command) {
    mcp.servers(
        "cur\u001B]0;PWN\u0007", url(server.url()), "bad\n\u001B[2K", "{\"command\": \"\"}");
    mcp.run(command.split(" "));

    assertThat(mcp.out() + mcp.err()).contains("cur").doesNotContain("\u001B", "\u0007");
    mcp.terminal().run(command.split(" "));
    assertThat(mcp.out() + mcp.err()).doesNotContain("\u001B]", "\u0007", "\u001B[2K");
  }

  @Test
  void indentsFurtherLinesOfATextOfTheFile() {
    mcp.servers("first\nsecond  connected", "{\"command\": \"\"}").run("list");

    assertThat(mcp.out()).startsWith("first\n      second  connected  not started: ");
  }

  @Test
  void reportsUnreachableServerAndListsOthers() {
    mcp.servers("gone", url("http://127.0.0.1:1/mcp"), "weather", url(server.url())).run("list");

    assertThat(mcp.exitCode()).isEqualTo(3);
    assertThat(mcp.out())
        .contains("gone  disconnected: ", "nothing listens at 127.0.0.1:1", "weather__forecast");
    assertThat(mcp.run("call", "gone__tool").exitCode()).isEqualTo(3);
    assertThat(mcp.err()).contains("error: gone: ", "nothing listens");
    assertThat(mcp.run("list", "--server", "weather").exitCode()).isZero();
  }

  @Test
  void reportsRequiredLogin() {
    server.inject(Faults.httpStatus(401));
    mcp.run("list");

    assertThat(mcp.exitCode()).isEqualTo(4);
    assertThat(mcp.out()).contains("needs authorization", "mcp login weather");
    mcp.servers(
        "weather",
        "{\"url\": \"" + server.url() + "\", \"headers\": {\"Authorization\": \"Bearer old\"}}");
    assertThat(mcp.run("list").exitCode()).isEqualTo(4);
    assertThat(mcp.out()).contains("needs authorization").doesNotContain("mcp login");
  }

  @Test
  void reportsLoginThatACallRequires() {
    server.inject("tools/call", Faults.httpStatus(401));

    assertThat(mcp.run("call", "forecast", "city=Oslo").exitCode()).isEqualTo(4);
  }

  @Test
  void reportsServerThatDoesNotAnswer() {
    server.inject("tools/list", Faults.silence());
    mcp.run("list", "--timeout", "300ms");

    assertThat(mcp.exitCode()).isEqualTo(3);
  }

  @Test
  void reportsWrongConfiguration() {
    assertThat(mcp.run("list", "--file", "none.json").exitCode()).isEqualTo(5);
    assertThat(mcp.err()).contains("none.json: there is no such file");
    assertThat(mcp.file("mcp.json", "{\"mcpServers\": ").run("list").exitCode()).isEqualTo(5);
    assertThat(mcp.err()).contains("mcp.json");
    mcp.servers("one", "{\"command\": \"${MISSING}\"}").run("list");
    assertThat(mcp.exitCode()).isEqualTo(5);
    assertThat(mcp.out()).contains("the variable MISSING is not set");
  }

  @Test
  void reportsMissingFile() {
    CliRun empty = new CliRun(folder.resolve("empty")).run("list");

    assertThat(empty.exitCode()).isEqualTo(5);
    assertThat(empty.err()).contains("no configuration file", "mcp discover");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "unknown",
        "list --unknown",
        "call",
        "list --timeout soon",
        "list -s x",
        "trace"
      })
  void rejectsWrongUsage(String args) {
    assertThat(mcp.run(args.isEmpty() ? new String[0] : args.split(" ")).exitCode()).isEqualTo(2);
    assertThat(mcp.out()).isEmpty();
    assertThat(mcp.err()).isNotEmpty();
  }

  @Test
  void replacesVariablesOfEnvironment() {
    mcp.servers("weather", "{\"url\": \"${URL}\"}").variable("URL", server.url()).run("list");

    assertThat(mcp.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "list --json", "doctor", "doctor --json", "discover"})
  void printsPlaceholdersInsteadOfTheirValues(String command) {
    mcp.servers(
        "url", "{\"url\": \"http://127.0.0.1:1/${SECRET_X}/mcp\"}",
        "process", "{\"command\": \"/none/${SECRET_X}\", \"args\": [\"${SECRET_X}\"]}");
    mcp.variable("SECRET_X", "resolved-value").run(command.split(" "));

    assertThat(mcp.out() + mcp.err()).doesNotContain("resolved-value");
    if (!command.equals("discover")) {
      assertThat(mcp.out()).contains("/${SECRET_X}");
    }
  }

  @Test
  void startsServersOfAnotherProgramOnlyOnRequest() {
    mcp.file(".cursor/mcp.json", "{\"mcpServers\": {\"one\": " + url(server.url()) + "}}");
    mcp.run("list", "--file", ".cursor/mcp.json");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out()).contains("one  not started: ", "add --start", server.url());
    assertThat(server.received()).isEmpty();
    assertThat(mcp.run("resources", "-f", ".cursor/mcp.json").exitCode()).isEqualTo(2);
    assertThat(mcp.run("list", "-f", ".cursor/mcp.json", "--start").out()).contains("forecast");
  }

  @ParameterizedTest
  @CsvSource({
    ".mcp.json, false",
    "Code/User/profiles/x/mcp.json, false",
    "Code/app/mcp.json, true",
    "zed/mcp.json, true",
  })
  void recognizesFilesOfOtherPrograms(String file, boolean isStarted) {
    mcp.file(file, "{\"mcpServers\": {\"one\": " + url(server.url()) + "}}");
    mcp.run("list", "--file", file);

    assertThat(mcp.out()).contains(isStarted ? "one  connected" : "one  not started");
  }

  @Test
  void startsNoDefaultFileOfAnotherProgram() throws IOException {
    CliRun project = new CliRun(folder.resolve("project"));
    project.file(".mcp.json", "{\"mcpServers\": {\"one\": " + url(server.url()) + "}}");
    assertThat(project.run("list").out()).contains("one  not started: ", "add --start");

    CliRun linked = new CliRun(folder.resolve("linked"));
    linked.file(".cursor/mcp.json", "{\"mcpServers\": {\"one\": " + url(server.url()) + "}}");
    Files.createSymbolicLink(folder.resolve("linked/mcp.json"), Path.of(".cursor/mcp.json"));
    assertThat(linked.run("list").out()).contains("one  not started: ", "add --start");
    assertThat(server.received()).isEmpty();
  }

  @Test
  void discoversServersOfEditorsWithoutStartingThem() {
    mcp.file(
        "home/.config/Claude/claude_desktop_config.json",
        "{\"mcpServers\": {\"files\": {\"command\": \"npx\", \"args\": [\"some-server\"]}}}");
    mcp.file(".vscode/mcp.json", "{\"servers\": {\"web\": " + url(server.url()) + "}}");
    mcp.file(
        "home/.config/zed/settings.json",
        "{\"context_servers\": {\"pg\\u001b]0;PWN\\u0007\": {\"command\": \"npx\"}}}");
    mcp.file("home/.gemini/settings.json", "{\"theme\": \"dark\"}");
    mcp.run("discover");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out())
        .doesNotContain("\u001B")
        .contains("Zed", "pg  npx")
        .doesNotContain("Gemini")
        .contains("Claude Desktop", "files  npx some-server", "VS Code", "web  " + server.url());
    assertThat(server.received()).isEmpty();
    assertThat(first(mcp.run("discover", "--json").json(), "files").string("program"))
        .isEqualTo("Claude Desktop");
  }

  @Test
  void discoversServersOfClaudeCodeProjects() {
    mcp.file(
        "home/.claude.json",
        "{\"projects\": {\"/srv/app\": {\"mcpServers\": {\"web\": "
            + url(server.url())
            + "}}, \"/srv/empty\": {\"mcpServers\": {}}, \"/srv/odd\": 1}}");
    mcp.run("discover");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out())
        .startsWith("Claude Code, /srv/app  ")
        .contains("  web  " + server.url())
        .doesNotContain("/srv/empty");
    assertThat(server.received()).isEmpty();
    assertThat(mcp.run("list", "-f", "home/.claude.json").exitCode()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application.properties",
        "application.yaml",
        "src/main/resources/application.properties"
      })
  void readsFilesOfSpringBootByDefault(String name) {
    boolean isYaml = name.endsWith("yaml");
    CliRun project = new CliRun(folder.resolve("project"));
    project.file(
        name, "mcp.client.servers.weather.url" + (isYaml ? ": " : "=") + server.url() + "\n");

    assertThat(project.run("list").out()).contains("weather__forecast");
  }

  @ParameterizedTest
  @CsvSource({
    "Windows 11, home/AppData/Roaming/Claude/claude_desktop_config.json",
    "Mac OS X, home/Library/Application Support/Claude/claude_desktop_config.json",
  })
  void discoversOnEachSystem(String system, String file) {
    mcp.file(file, "{\"mcpServers\": {\"files\": {\"command\": \"npx\"}}}").system(system);

    assertThat(mcp.run("discover").out()).contains("Claude Desktop", "files  npx");
  }

  @Test
  void answersFormsOfServersAtTerminal() {
    FakeServerRequest form =
        FakeServerRequest.form(
            "Where to?", "{\"type\":\"object\",\"properties\":{\"place\":{\"type\":\"string\"}}}");
    server
        .speaking("2025-11-25")
        .tool("ask")
        .handler(call -> FakeResult.text(Json.write(call.ask(form).result().toMap())));
    mcp.terminal().input("Oslo\ny\n").run("call", "ask");

    assertThat(mcp.err()).contains("Where to?");
    assertThat(mcp.out()).contains("{\"place\":\"Oslo\"}");
  }

  @Test
  void asksForInputsOfFileAtTerminal() {
    mcp.file(
        "mcp.json",
        "{\"inputs\": [{\"id\": \"url\", \"type\": \"promptString\", \"description\":"
            + " \"Address\"}],\"servers\": {\"weather\": {\"url\": \"${input:url}\"}}}");
    mcp.terminal().input(server.url() + "\n").run("list");

    assertThat(mcp.err()).contains("Address: ");
    assertThat(mcp.exitCode()).isZero();
  }

  @Test
  void printsCompletionScript() {
    mcp.run("completion");

    assertThat(mcp.exitCode()).isZero();
    assertThat(mcp.out()).contains("complete -F", "discover", "--timeout");
  }

  @Test
  void printsHelp() {
    assertThat(mcp.run("--help").exitCode()).isZero();
    assertThat(mcp.out()).contains("discover", "completion");
    assertThat(mcp.run("call", "--help").out()).contains("key=value", "--file");
  }

  @Test
  void runsWithFileOfProcess() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(new ByteArrayOutputStream());
    String[] args = {"call", "forecast", "city=Oslo", "-f", folder.resolve("mcp.json").toString()};

    int exitCode = Main.run(args, new ByteArrayInputStream(new byte[0]), new PrintStream(out), err);

    assertThat(exitCode).isZero();
    assertThat(out).hasToString("rain\n");
  }
}
