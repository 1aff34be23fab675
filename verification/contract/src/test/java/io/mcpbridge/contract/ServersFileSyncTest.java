package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.config.ConfigProblem;
import io.mcpbridge.config.ConfigSource;
import io.mcpbridge.config.ConfiguredServers;
import io.mcpbridge.config.ServersFileSync;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.json.Json;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeMcpServerMain;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A running catalogue follows its files. */
@ExtendWith(LeakCheck.class)
class ServersFileSyncTest {

  private static final Duration SOON = Duration.ofSeconds(15);

  @TempDir Path folder;

  private final FakeMcpServer weather = FakeMcpServer.create().named("weather", "1");
  private final FakeMcpServer news = FakeMcpServer.create().named("news", "1");
  private final Map<String, String> environment = new ConcurrentHashMap<>();
  private final BlockingQueue<ConfiguredServers> applied = new LinkedBlockingQueue<>();
  private final ToolCatalog catalog = ToolCatalog.builder().build().start();
  private Path global;
  private Path project;
  private ServersFileSync sync;

  @BeforeEach
  void prepare() {
    global = folder.resolve("global.json");
    project = folder.resolve("project.json");
    weather.tool("now").returns(FakeResult.text("sunny"));
    news.tool("now").returns(FakeResult.text("headline"));
    environment.put("WEATHER", weather.http().url());
    environment.put("NEWS", news.http().url());
  }

  @AfterEach
  void close() {
    if (sync != null) {
      sync.close();
    }
    catalog.close();
    weather.close();
    news.close();
  }

  private void start() throws InterruptedException {
    sync =
        ServersFiles.builder()
            .global(global)
            .project(project)
            .environment(environment::get)
            .settle(Duration.ofMillis(20))
            .lookEvery(Duration.ofMillis(200))
            .listener(applied::add)
            .build()
            .applyTo(catalog);
    assertThat(next()).isNotNull();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  /** As editors do it. */
  private static void save(Path file, String entries) throws IOException {
    replace(file, file("{" + entries + "}"));
  }

  private static void replace(Path file, String text) throws IOException {
    Path fresh = Files.writeString(file.resolveSibling("fresh"), text);
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String file(String entries) {
    return "{'mcpServers': ".replace('\'', '"') + entries.replace('\'', '"') + "}";
  }

  private ConfiguredServers next() throws InterruptedException {
    return applied.poll(SOON.toSeconds(), TimeUnit.SECONDS);
  }

  private String call(String tool) {
    return catalog.call(tool, "{}", CallOptions.defaults()).text();
  }

  private ServerStatus status(String server) {
    return catalog.servers().stream().filter(s -> s.name().equals(server)).findFirst().orElse(null);
  }

  private void awaitTool(String name) {
    await(() -> catalog.snapshot().tool(name) != null);
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }

  @Test
  void onlyServersThatHaveChangedAreConnectedAnew() throws Exception {
    save(global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    start();
    McpClient before = catalog.client("weather");
    McpClient newsBefore = catalog.client("news");

    // Other words for the same, another timeout, and one more.
    save(
        global,
        "'more': {'url': '${NEWS}'}, 'news': {'url': '${NEWS}', 'timeout': 7},\n"
            + "'weather': {'type': 'http', 'note': 'same', 'url': '"
            + weather.http().url()
            + "'}");
    next();

    awaitTool("more__now");
    await(() -> status("news").state() == ServerState.CONNECTED);
    assertThat(catalog.client("weather")).isSameAs(before);
    assertThat(catalog.client("news")).isNotSameAs(newsBefore);
    assertThat(weather.received("tools/list")).hasSize(1);
    assertThat(call("news__now")).isEqualTo("headline");
  }

  @Test
  void aServerThatIsTakenOutOrSwitchedOffHasNoTools() throws Exception {
    save(global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    start();

    save(global, "'news': {'url': '${NEWS}', 'disabled': true}");
    next();
    await(() -> catalog.snapshot().tools().isEmpty());
    assertThat(status("weather")).isNull();
    assertThat(status("news").state()).isEqualTo(ServerState.DISABLED);
    assertThat(status("news").reason()).contains(global.toString());

    save(global, "'news': {'url': '${NEWS}', 'disabled': false}");
    next();
    awaitTool("news__now");
  }

  @Test
  void aServerThatIsSwitchedOffIsNotConnected() throws Exception {
    save(global, "'news': {'url': '${NEWS}', 'disabled': true}, 'weather': {'url': '${WEATHER}'}");
    start();
    awaitTool("weather__now");
    assertThat(news.connectionsOpened()).isZero();
    assertThat(status("news").state()).isEqualTo(ServerState.DISABLED);

    catalog.enable("news");
    awaitTool("news__now");
  }

  @Test
  void aWrongEntryIsListedWithItsReasonAndWorksOnceItIsMended() throws Exception {
    save(global, "'weather': {'url': '${WEATHER}'},\n'news': {'url': '${NOT_SET}'}");
    start();
    awaitTool("weather__now");
    assertThat(status("news").state()).isEqualTo(ServerState.DISABLED);
    assertThat(status("news").reason()).contains(global + ":2", "NOT_SET is not set");

    save(global, "'weather': {'url': '${WEATHER}'},\n'news': {'url': '${NEITHER}'}");
    next();
    assertThat(status("news").reason()).contains("NEITHER is not set");

    environment.put("NEITHER", news.http().url());
    sync.reload();
    awaitTool("news__now");
    assertThat(weather.received("tools/list")).hasSize(1);
  }

  @Test
  void whatTheOperatorSwitchedOffStaysOffWhenItsEntryIsMended() throws Exception {
    save(global, "'news': {'url': '${NEWS}'}");
    start();
    awaitTool("news__now");
    catalog.disable("news", "the operator");

    save(global, "'news': {'url': '${NOT_SET}'}");
    next();
    save(global, "'news': {'url': '${NEITHER}'}");
    next();
    assertThat(status("news").disabledBy()).isEqualTo("the operator");
    save(global, "'news': {'url': '${NEWS}', 'timeout': 7}");
    next();
    assertThat(status("news").disabledBy()).isEqualTo("the operator");
    assertThat(status("news").options().timeout()).isEqualTo(Duration.ofSeconds(7));

    catalog.enable("news");
    awaitTool("news__now");
  }

  @Test
  void theServersOfAProjectGoWithItsFile() throws Exception {
    save(global, "'both': {'url': '${WEATHER}'}");
    save(project, "'both': {'url': '${NEWS}'}, 'own': {'url': '${NEWS}'}");
    start();
    assertThat(call("both__now")).isEqualTo("headline");

    Files.delete(project);
    next();

    await(() -> call("both__now").equals("sunny"));
    assertThat(catalog.servers()).extracting(ServerStatus::name).containsExactly("both");

    save(project, "'own': {'url': '${NEWS}'}");
    next();
    awaitTool("own__now");
  }

  @Test
  void aHalfWrittenFileChangesNothing() throws Exception {
    save(global, "'weather': {'url': '${WEATHER}'}");
    start();
    McpClient before = catalog.client("weather");

    replace(global, "{\"mcpServers\": {\"weather\": {");
    assertThat(next().problems())
        .filteredOn(problem -> problem.severity() == ConfigProblem.Severity.ERROR)
        .singleElement()
        .asString()
        .contains(global.toString(), "not JSON");
    assertThat(catalog.client("weather")).isSameAs(before);
    assertThat(call("weather__now")).isEqualTo("sunny");

    replace(global, "");
    next();
    assertThat(catalog.client("weather")).isSameAs(before);

    save(global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    next();
    awaitTool("news__now");
    assertThat(catalog.client("weather")).isSameAs(before);
  }

  @Test
  void whatIsChangedThroughItIsInTheFileAndAppliedOnce() throws Exception {
    save(global, "'weather': {'url': '${WEATHER}', 'kept': 1}");
    start();

    sync.put(ConfigSource.GLOBAL, "news", Map.of("url", "${NEWS}"));
    awaitTool("news__now");
    sync.disable(ConfigSource.GLOBAL, "weather");
    await(() -> catalog.snapshot().tool("weather__now") == null);
    sync.enable(ConfigSource.GLOBAL, "weather");
    awaitTool("weather__now");
    sync.remove(ConfigSource.GLOBAL, "news");
    await(() -> status("news") == null);
    sync.put(ConfigSource.PROJECT, "other", Map.of("command", "no-such", "disabled", true));
    assertThat(Files.readString(global))
        .isEqualTo(file("{'weather': {'url': '${WEATHER}', 'kept': 1, 'disabled': false}}"));
    assertThat(Files.readString(project)).contains("\"other\"");

    save(project, "'last': {'url': '${NEWS}'}"); // behind our own changes in the watch's eyes
    awaitTool("last__now");
    await(() -> applied.size() >= 6);
    assertThat(applied).hasSize(6);
  }

  @Test
  void aServerIsRestartedWhenAFileThatItWatchesChanges() throws Exception {
    Path built = Files.writeString(folder.resolve("server.js"), "1");
    save(
        global,
        "'weather': {'url': '${WEATHER}', 'watchPaths': ['"
            + built
            + "']}, 'news': {'url': '${NEWS}'}");
    start();
    awaitTool("weather__now");
    awaitTool("news__now");

    weather.tool("later").returns(FakeResult.text("rain"));
    Files.writeString(built, "22");

    awaitTool("weather__later");
    assertThat(news.received("tools/list")).hasSize(1);
  }

  @Test
  void whatTheApplicationAddedItselfStays() throws Exception {
    catalog.add("weather", news.transport(), ServerOptions.defaults());
    save(global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    start();
    awaitTool("news__now");
    assertThat(call("weather__now")).isEqualTo("headline");

    save(global, "'news': {'url': '${NEWS}'}");
    next();
    assertThat(call("weather__now")).isEqualTo("headline");
  }

  @Test
  void whatTheApplicationPutUnderAKeyOfTheFileStays() throws Exception {
    save(global, "'weather': {'url': '${WEATHER}'}, 'news': {'url': '${NEWS}'}");
    start();
    catalog.remove("weather");
    catalog.add("weather", news.transport(), ServerOptions.defaults());
    catalog.replace("news", weather.transport(), ServerOptions.defaults());
    assertThat(catalog.awaitReady(SOON)).isTrue();

    save(global, "'weather': {'url': '${WEATHER}', 'timeout': 7}, 'more': {'url': '${NEWS}'}");
    next();
    awaitTool("more__now");
    assertThat(call("weather__now")).isEqualTo("headline");
    assertThat(call("news__now")).isEqualTo("sunny");

    catalog.remove("weather");
    save(global, "'weather': {'url': '${WEATHER}', 'timeout': 8}");
    next();
    await(() -> call("weather__now").equals("sunny"));
  }

  @Test
  void aProgramOfAProjectRunsInItsFolder() throws Exception {
    Files.writeString(
        folder.resolve("server.json"),
        """
        {"name": "files", "version": "1", "tools": [{"name": "now",
         "inputSchema": {"type": "object"}, "result": {"content": [{"type": "text", "text": "here"}]}}]}
        """);
    List<String> command = FakeMcpServerMain.command(Path.of("server.json"));
    save(
        project,
        "'files': {'command': "
            + Json.write(command.get(0))
            + ", 'args': "
            + Json.write(command.subList(1, command.size()))
            + "}");
    start();

    awaitTool("files__now");
    assertThat(call("files__now")).isEqualTo("here");
  }

  @Test
  void aFileOfVariablesIsFollowedToo() throws Exception {
    Path variables = folder.resolve("server.env");
    save(
        global,
        "'weather': {'url': '${WEATHER}', 'envFile': '"
            + variables
            + "', 'headers': {'X-Key': '${KEY}'}}");
    start();
    assertThat(status("weather").reason()).contains("`envFile` cannot be read");

    replace(variables, "KEY=first");
    awaitTool("weather__now");
    assertThat(call("weather__now")).isEqualTo("sunny");
    replace(variables, "KEY=second");
    await(
        () ->
            weather
                .received()
                .get(weather.received().size() - 1)
                .headers()
                .containsValue("second"));
  }

  @Test
  void aServerThatTheApplicationFailsToCompleteKeepsNoOtherAway() throws Exception {
    AtomicBoolean vaultIsDown = new AtomicBoolean(true);
    save(global, "'news': {'url': '${NEWS}'},\n'weather': {'url': '${WEATHER}'}");
    sync =
        ServersFiles.builder()
            .global(global)
            .environment(environment::get)
            .http(
                (server, http) -> {
                  if (server.equals("news") && vaultIsDown.get()) {
                    throw new IllegalStateException("no token s3cret");
                  }
                })
            .build()
            .applyTo(catalog);

    awaitTool("weather__now");
    assertThat(status("news").reason())
        .contains(global + ":1", "http(...)", "IllegalStateException", "reload()")
        .doesNotContain("s3cret");

    vaultIsDown.set(false);
    sync.reload();
    awaitTool("news__now");
    assertThat(weather.received("tools/list")).hasSize(1);
  }

  @Test
  void aServerThatTheApplicationFailsToJudgeIsNotAllowed() throws Exception {
    AtomicBoolean judgeIsAway = new AtomicBoolean(true);
    save(global, "'news': {'url': '${NEWS}'},\n'weather': {'url': '${WEATHER}'}");
    ServersFiles files =
        ServersFiles.builder()
            .global(global)
            .environment(environment::get)
            .allow(
                server -> {
                  if (server.name().equals("news") && judgeIsAway.get()) {
                    throw new IllegalStateException("s3cret");
                  }
                  return true;
                })
            .build();
    assertThat(files.read().problems())
        .singleElement()
        .asString()
        .contains("allow(...)", "IllegalStateException")
        .doesNotContain("s3cret");
    sync = files.applyTo(catalog);

    awaitTool("weather__now");
    assertThat(status("news").state()).isEqualTo(ServerState.DISABLED);
    assertThat(news.connectionsOpened()).isZero();

    judgeIsAway.set(false);
    sync.reload();
    awaitTool("news__now");
  }

  @Test
  void aListenerThatFailsKeepsNothingFromBeingApplied() throws Exception {
    save(global, "'weather': {'url': '${WEATHER}'}");
    try (ServersFileSync loud =
        ServersFiles.builder()
            .global(global)
            .environment(environment::get)
            .settle(Duration.ofMillis(20))
            .listener(
                servers -> {
                  throw new IllegalStateException("of the application");
                })
            .build()
            .applyTo(catalog)) {
      awaitTool("weather__now");
      save(global, "'news': {'url': '${NEWS}'}");
      awaitTool("news__now");
      assertThat(loud.current().servers()).hasSize(1);
    }
  }

  @Test
  void aClosedCatalogueIsSaidAndNothingIsHeld() throws Exception {
    save(global, "'weather': {'url': '${WEATHER}'}");
    catalog.close();

    assertThatThrownBy(() -> ServersFiles.of(global).applyTo(catalog))
        .isInstanceOf(IllegalStateException.class);
  }
}
