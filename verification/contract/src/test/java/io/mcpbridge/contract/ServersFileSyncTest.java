package io.mcpbridge.contract;

import static io.mcpbridge.contract.FollowedFiles.replace;
import static io.mcpbridge.contract.FollowedFiles.save;
import static io.mcpbridge.contract.FollowedFiles.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.config.ConfigProblem;
import io.mcpbridge.config.ConfigSource;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.json.Json;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeMcpServerMain;
import io.mcpbridge.test.FakeResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A running catalog applies changes of its files. */
class ServersFileSyncTest {

  @RegisterExtension final FollowedFiles files = new FollowedFiles();
  private final FakeMcpServer weather = files.weather;
  private final FakeMcpServer news = files.news;

  @Test
  void reconnectsOnlyChangedServers() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    files.follow();
    McpClient before = files.catalog.client("weather");
    McpClient newsBefore = files.catalog.client("news");

    // An equivalent entry, one with another header, and a new one.
    save(
        files.global,
        "'more': {'url': '${NEWS}'}, 'news': {'url': '${NEWS}', 'headers': {'X-Key': 'k'}},\n"
            + "'weather': {'type': 'http', 'note': 'same', 'url': '"
            + weather.url()
            + "'}");
    files.next();

    files.awaitTool("more__now");
    Waiting.until(() -> files.status("news").state() == ServerState.CONNECTED);
    assertThat(files.catalog.client("weather")).isSameAs(before);
    assertThat(files.catalog.client("news")).isNotSameAs(newsBefore);
    assertThat(weather.received("tools/list")).hasSize(1);
    assertThat(files.call("news__now")).isEqualTo("headline");
  }

  @Test
  void reconnectsOnlyIfConnectionSettingsChange() throws Exception {
    save(files.global, "");
    files.follow();
    put(Map.of());
    files.awaitTool("p__other");
    String pid = files.call("p__pid");

    put(Map.of("disabledTools", List.of("other"), "autoApprove", List.of("pid")));
    assertThat(files.call("p__other")).contains("disabled");
    assertThat(files.call("p__pid")).isEqualTo(pid);

    put(Map.of("timeout", 20, "includeTools", List.of("pid")));
    assertThat(files.status("p").options().timeout()).isEqualTo(Duration.ofSeconds(20));
    assertThat(files.call("p__pid")).isEqualTo(pid);

    put(Map.of("watchPaths", List.of(files.folder.resolve("none").toString())));
    assertThat(files.call("p__other")).isEqualTo("other");
    assertThat(files.call("p__pid")).isEqualTo(pid);

    put(Map.of("env", Map.of("WORD", "hello")));
    Waiting.until(() -> !files.call("p__pid").equals(pid));
  }

  @Test
  void reenablesServerWithNewToolSettings() throws Exception {
    save(files.global, "'news': {'url': '${NEWS}'}");
    files.follow();
    save(files.global, "'news': {'url': '${NEWS}', 'disabled': true}");
    files.next();

    save(files.global, "'news': {'url': '${NEWS}', 'disabledTools': ['latest']}");
    files.next();

    files.awaitTool("news__now");
    assertThat(files.status("news").disabledBy()).isNull();
  }

  private void put(Map<String, ?> settings) throws InterruptedException {
    Map<String, Object> entry = new HashMap<>(settings);
    entry.put("command", PidServer.command());
    entry.put("args", PidServer.args());
    files.sync().put(ConfigSource.GLOBAL, "p", entry);
    files.next();
  }

  @Test
  void removesToolsOfRemovedOrDisabledServer() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    files.follow();

    save(files.global, "'news': {'url': '${NEWS}', 'disabled': true}");
    files.next();
    Waiting.until(() -> files.catalog.tools().isEmpty());
    assertThat(files.status("weather")).isNull();
    assertThat(files.status("news").state()).isEqualTo(ServerState.DISABLED);
    assertThat(files.status("news").reason()).contains(files.global.toString());

    save(files.global, "'news': {'url': '${NEWS}', 'disabled': false}");
    files.next();
    files.awaitTool("news__now");
  }

  @Test
  void reportsInvalidEntryAndConnectsOnceFixed() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}'},\n'news': {'url': '${NOT_SET}'}");
    files.follow();
    files.awaitTool("weather__now");
    assertThat(files.status("news").state()).isEqualTo(ServerState.DISABLED);
    assertThat(files.status("news").reason()).contains(files.global + ":2", "NOT_SET is not set");

    save(files.global, "'weather': {'url': '${WEATHER}'},\n'news': {'url': '${NEITHER}'}");
    files.next();
    assertThat(files.status("news").reason()).contains("NEITHER is not set");

    files.environment.put("NEITHER", news.url());
    files.sync().reload();
    files.awaitTool("news__now");
    assertThat(weather.received("tools/list")).hasSize(1);
  }

  @Test
  void deletedProjectFileRemovesItsServers() throws Exception {
    save(files.global, "'both': {'url': '${WEATHER}'}");
    save(files.project, "'both': {'url': '${NEWS}'}, 'own': {'url': '${NEWS}'}");
    files.follow();
    assertThat(files.call("both__now")).isEqualTo("headline");

    Files.delete(files.project);
    files.next();

    Waiting.until(() -> files.call("both__now").equals("sunny"));
    assertThat(files.catalog.servers()).extracting(ServerStatus::name).containsExactly("both");

    save(files.project, "'own': {'url': '${NEWS}'}");
    files.next();
    files.awaitTool("own__now");
  }

  @Test
  void ignoresIncompleteFile() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}'}");
    files.follow();
    McpClient before = files.catalog.client("weather");

    replace(files.global, "{\"mcpServers\": {\"weather\": {");
    assertThat(files.next().problems())
        .filteredOn(problem -> problem.severity() == ConfigProblem.Severity.ERROR)
        .singleElement()
        .asString()
        .contains(files.global.toString(), "not JSON");
    assertThat(files.catalog.client("weather")).isSameAs(before);
    assertThat(files.call("weather__now")).isEqualTo("sunny");

    replace(files.global, "");
    files.next();
    assertThat(files.catalog.client("weather")).isSameAs(before);

    save(files.global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    files.next();
    files.awaitTool("news__now");
    assertThat(files.catalog.client("weather")).isSameAs(before);
  }

  @Test
  void logsSyntaxErrorAndKeepsLastValidServers() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    try (CapturedLog log = new CapturedLog(ServersFiles.class)) {
      files.follow();

      replace(files.global, "{\"mcpServers\":\n  {\"weather\" {}}}");
      files.next();
      files.sync().reload();
      files.next();

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("ERROR "))
          .singleElement()
          .asString()
          .startsWith("ERROR MCP servers file " + files.global + ":2: not JSON at line 2, column ")
          .endsWith(
              "; the servers of its last good version stay in use until that is fixed: weather,"
                  + " news");
    }
    assertThat(files.call("weather__now")).isEqualTo("sunny");
  }

  @Test
  void logsInvalidEntryOnce() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}'},\n'news': {'url': '${NOT_SET}'}");
    try (CapturedLog problems = new CapturedLog(ServersFiles.class);
        CapturedLog catalog = new CapturedLog("io.mcpbridge.catalog")) {
      files.follow();
      files.awaitTool("weather__now");

      save(files.global, "'weather': {'url': '${NEITHER}'},\n'news': {'url': '${NOT_SET}'}");
      files.next();

      assertThat(problems.lines())
          .filteredOn(line -> line.contains(files.global.toString()))
          .hasSize(2)
          .allMatch(line -> line.startsWith("ERROR MCP servers file "))
          .anyMatch(
              line ->
                  line.contains(":2: server \"news\" is not used: ") && line.contains("NOT_SET"))
          .anyMatch(
              line ->
                  line.contains(":1: server \"weather\" is not used: ")
                      && line.contains("NEITHER"));
      assertThat(catalog.lines()).noneMatch(line -> line.contains("disabled"));
      assertThat(files.status("weather").state()).isEqualTo(ServerState.DISABLED);
    }
  }

  @Test
  void writesChangesToFileAndAppliesThemOnce() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}', 'kept': 1}");
    files.follow();

    files.sync().put(ConfigSource.GLOBAL, "news", Map.of("url", "${NEWS}"));
    files.awaitTool("news__now");
    files.sync().disable(ConfigSource.GLOBAL, "weather");
    Waiting.until(() -> files.catalog.snapshot().tool("weather__now") == null);
    files.sync().enable(ConfigSource.GLOBAL, "weather");
    files.awaitTool("weather__now");
    files.sync().remove(ConfigSource.GLOBAL, "news");
    Waiting.until(() -> files.status("news") == null);
    files.sync().put(ConfigSource.PROJECT, "other", Map.of("command", "no-such", "disabled", true));
    assertThat(Files.readString(files.global))
        .isEqualTo(text("{'weather': {'url': '${WEATHER}', 'kept': 1, 'disabled': false}}"));
    assertThat(Files.readString(files.project)).contains("\"other\"");

    save(files.project, "'last': {'url': '${NEWS}'}"); // seen after the changes above
    files.awaitTool("last__now");
    Waiting.until(() -> files.appliedSince() >= 6);
    assertThat(files.appliedSince()).isEqualTo(6);
  }

  @Test
  void restartsServerWhenWatchedFileChanges() throws Exception {
    Path built = Files.writeString(files.folder.resolve("server.js"), "1");
    save(
        files.global,
        "'weather': {'url': '${WEATHER}', 'watchPaths': ['"
            + built
            + "']}, 'news': {'url': '${NEWS}'}");
    files.follow();
    files.awaitTool("weather__now");
    files.awaitTool("news__now");

    weather.tool("later").returns("rain");
    Files.writeString(built, "22");

    files.awaitTool("weather__later");
    assertThat(news.received("tools/list")).hasSize(1);
  }

  /** Reads a file of its working directory. */
  public static final class LocalFileServer implements Supplier<FakeMcpServer> {
    @Override
    public FakeMcpServer get() {
      FakeMcpServer server = FakeMcpServer.create();
      server.tool("now").handler(call -> FakeResult.text(Files.readString(Path.of("note.txt"))));
      return server;
    }
  }

  @Test
  void runsProjectCommandInProjectFolder() throws Exception {
    Files.writeString(files.folder.resolve("note.txt"), "here");
    List<String> command = FakeMcpServerMain.command(LocalFileServer.class);
    save(
        files.project,
        "'files': {'command': "
            + Json.write(command.get(0))
            + ", 'args': "
            + Json.write(command.subList(1, command.size()))
            + "}");
    files.follow();

    files.awaitTool("files__now");
    assertThat(files.call("files__now")).isEqualTo("here");
  }

  @Test
  void watchesEnvFile() throws Exception {
    Path variables = files.folder.resolve("server.env");
    save(
        files.global,
        "'weather': {'url': '${WEATHER}', 'envFile': '"
            + variables
            + "', 'headers': {'X-Key': '${KEY}'}}");
    files.follow();
    assertThat(files.status("weather").reason()).contains("`envFile` cannot be read");

    replace(variables, "KEY=first");
    files.awaitTool("weather__now");
    assertThat(files.call("weather__now")).isEqualTo("sunny");
    replace(variables, "KEY=second");
    Waiting.until(
        () ->
            weather
                .received()
                .get(weather.received().size() - 1)
                .headers()
                .containsValue("second"));
  }

  @Test
  void rejectsClosedCatalog() throws Exception {
    save(files.global, "'weather': {'url': '${WEATHER}'}");
    files.catalog.close();

    assertThatThrownBy(() -> ServersFiles.of(files.global).applyTo(files.catalog))
        .isInstanceOf(IllegalStateException.class);
  }
}
