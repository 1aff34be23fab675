package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.config.ConfigSource;
import io.mcpbridge.config.InputPrompt;
import io.mcpbridge.config.ServersFileSync;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While a person is asked for what a file leaves open, everything else goes on. */
class ServersFileInputsTest {

  private static final Duration SOON = Duration.ofSeconds(15);

  @TempDir Path folder;

  private final FakeMcpServer weather = FakeMcpServer.create().named("weather", "1");
  private final FakeMcpServer news = FakeMcpServer.create().named("news", "1");
  private final ToolCatalog catalog = ToolCatalog.builder().build().start();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Gate person = new Gate();
  private Path file;
  private ServersFileSync sync;

  @BeforeEach
  void prepare() {
    file = folder.resolve("mcp.json");
    weather.tool("now").returns(FakeResult.text("sunny"));
    news.tool("now").returns(FakeResult.text("headline"));
  }

  @AfterEach
  void close() {
    person.open();
    if (sync != null) {
      sync.close();
    }
    catalog.close();
    weather.close();
    news.close();
  }

  /** As editors do it. */
  private void save(String servers) throws IOException {
    String text = "{'inputs': [{'id': 'key'}, {'id': 'region'}], 'servers': {" + servers + "}}";
    Path fresh =
        Files.writeString(
            file.resolveSibling("fresh"),
            text.replace('\'', '"')
                .replace("WEATHER", weather.http().url())
                .replace("NEWS", news.http().url()));
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private void follow(InputPrompt prompt) {
    sync =
        ServersFiles.builder()
            .global(file)
            .inputs(
                input -> {
                  asked.add(input.id());
                  return prompt.answer(input);
                })
            .settle(Duration.ofMillis(20))
            .lookEvery(Duration.ofMillis(200))
            .build()
            .applyTo(catalog);
  }

  /** Takes their time, and is of no help when they are interrupted. */
  private String thinks() {
    try {
      person.pass();
      return "k3y";
    } catch (InterruptedException e) {
      asked.add("interrupted");
      return null;
    }
  }

  private ServerStatus status(String server) {
    return catalog.servers().stream().filter(s -> s.name().equals(server)).findFirst().orElse(null);
  }

  private void awaitTool(String name) {
    Waiting.until(() -> catalog.snapshot().tool(name) != null);
  }

  private String call(String tool) {
    return catalog.call(tool, "{}", CallOptions.defaults()).text();
  }

  private List<String> keysSentTo(FakeMcpServer server) {
    return server.received().stream()
        .map(request -> request.headers().getOrDefault("x-key", "none"))
        .distinct()
        .toList();
  }

  @Test
  void anotherServerCanBeSwitchedOffMeanwhile() throws Exception {
    save("'news': {'url': 'NEWS'}");
    follow(input -> thinks());
    awaitTool("news__now");

    save(
        "'news': {'url': 'NEWS'},"
            + "'weather': {'url': 'WEATHER', 'headers': {'X-Key': '${input:key}'}}");
    person.awaitArrival(SOON);
    assertThat(status("weather").state()).isEqualTo(ServerState.DISABLED);
    assertThat(status("weather").reason()).contains(file + ":1", "awaited", "\"key\"");
    assertThat(sync.current().server("weather").awaitedInputs()).containsExactly("key");

    sync.disable(ConfigSource.GLOBAL, "news");
    assertThat(status("news").state()).isEqualTo(ServerState.DISABLED);
    sync.put(ConfigSource.GLOBAL, "more", Map.of("url", news.http().url() + "?${input:region}"));
    sync.reload();

    person.open();
    awaitTool("weather__now");
    assertThat(call("weather__now")).isEqualTo("sunny");
    awaitTool("more__now");
    assertThat(status("news").state())
        .as("no earlier reading wins")
        .isEqualTo(ServerState.DISABLED);
    assertThat(asked).containsExactly("key", "region");
  }

  @Test
  void aServerInUseStaysAsItIsUntilItsNewInputIsKnown() throws Exception {
    save("'weather': {'url': 'WEATHER'}");
    follow(input -> thinks());
    awaitTool("weather__now");

    save("'weather': {'url': 'WEATHER', 'headers': {'X-Key': '${input:key}'}}");
    person.awaitArrival(SOON);
    sync.reload();
    assertThat(call("weather__now")).isEqualTo("sunny");
    assertThat(keysSentTo(weather)).containsExactly("none");

    person.open();
    Waiting.until(() -> keysSentTo(weather).contains("k3y"));
    assertThat(asked).containsExactly("key");
  }

  @Test
  void theOtherServersAreThereBeforeAnybodyIsAsked() throws Exception {
    save("'weather': {'url': 'WEATHER/${input:key}'}, 'news': {'url': 'NEWS'}");
    CompletableFuture<Void> followed = new CompletableFuture<>();
    Thread application =
        new Thread(
            () -> {
              follow(input -> thinks());
              followed.complete(null);
            });
    application.start();

    person.awaitArrival(SOON);
    awaitTool("news__now");
    assertThat(followed).isNotDone();

    person.open();
    followed.get(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(status("weather").disabledBy()).isNull();
  }

  @Test
  void whatNobodyGaveIsAskedForAgainByHand() throws Exception {
    save("'weather': {'url': 'WEATHER', 'headers': {'X-Key': '${input:key}'}}");
    follow(input -> asked.size() == 1 ? null : "k3y");
    assertThat(status("weather").reason()).contains("no answer to the input \"key\"");

    save(
        "'weather': {'url': 'WEATHER', 'headers': {'X-Key': '${input:key}'}}, 'news': {'url': 'NEWS'}");
    awaitTool("news__now");
    assertThat(asked).as("not by every change").hasSize(1);

    sync.reload();
    awaitTool("weather__now");
    assertThat(asked).hasSize(2);
  }

  @Test
  void whoIsAskedWhenItIsClosedIsNotWaitedFor() throws Exception {
    save("'news': {'url': 'NEWS'}");
    follow(input -> thinks());
    save("'weather': {'url': 'WEATHER/${input:key}'}");
    person.awaitArrival(SOON);

    sync.close();

    Waiting.until(() -> asked.contains("interrupted"));
  }
}
