package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.config.ConfigSource;
import io.mcpbridge.config.InputPrompt;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.Visibility;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Input prompts for a file's variables block nothing else. */
class ServersFileInputsTest {

  @RegisterExtension final FollowedFiles files = new FollowedFiles();
  private final FakeMcpServer weather = files.weather;
  private final List<String> requestedInputs = new CopyOnWriteArrayList<>();
  private final Latch person = new Latch();

  @AfterEach
  void open() {
    person.open();
  }

  private void save(String servers) throws IOException {
    String text = "{'inputs': [{'id': 'key'}, {'id': 'region'}], 'servers': {" + servers + "}}";
    FollowedFiles.replace(files.global, text.replace('\'', '"'));
  }

  private void follow(InputPrompt prompt) {
    files.follow(
        files
            .settings()
            .inputs(
                input -> {
                  requestedInputs.add(input.id());
                  return prompt.answer(input);
                }));
  }

  /** Takes long and ignores interrupts. */
  private String thinks() {
    try {
      person.pass();
      return "k3y";
    } catch (InterruptedException e) {
      requestedInputs.add("interrupted");
      return null;
    }
  }

  private List<String> keysSentTo(FakeMcpServer server) {
    return server.received().stream()
        .map(request -> request.headers().getOrDefault("x-key", "none"))
        .distinct()
        .toList();
  }

  @Test
  void disablesOtherServerWhileInputIsPending() throws Exception {
    save("'news': {'url': '${NEWS}'}");
    follow(input -> thinks());
    files.awaitTool("news__now");

    save(
        "'news': {'url': '${NEWS}'},"
            + "'weather': {'url': '${WEATHER}', 'headers': {'X-Key': '${input:key}'}}");
    person.awaitArrival(FollowedFiles.SOON);
    assertThat(files.status("weather").state()).isEqualTo(ServerState.DISABLED);
    assertThat(files.status("weather").reason())
        .contains(files.global + ":1", "waiting for the input", "\"key\"");
    assertThat(files.sync().current().server("weather").pendingInputs()).containsExactly("key");

    files.sync().disable(ConfigSource.GLOBAL, "news");
    assertThat(files.status("news").state()).isEqualTo(ServerState.DISABLED);
    files.sync().put(ConfigSource.GLOBAL, "more", Map.of("url", "${NEWS}?${input:region}"));
    files.sync().reload();

    person.open();
    files.awaitTool("weather__now");
    assertThat(files.call("weather__now")).isEqualTo("sunny");
    files.awaitTool("more__now");
    assertThat(files.status("news").state())
        .as("no earlier reading wins")
        .isEqualTo(ServerState.DISABLED);
    assertThat(requestedInputs).containsExactly("key", "region");
  }

  @Test
  void keepsServerUnchangedWhileInputIsPending() throws Exception {
    save("'weather': {'url': '${WEATHER}'}");
    follow(input -> thinks());
    files.awaitTool("weather__now");

    save("'weather': {'url': '${WEATHER}', 'headers': {'X-Key': '${input:key}'}}");
    person.awaitArrival(FollowedFiles.SOON);
    files.sync().reload();
    assertThat(files.call("weather__now")).isEqualTo("sunny");
    assertThat(keysSentTo(weather)).containsExactly("none");

    person.open();
    Waiting.until(() -> keysSentTo(weather).contains("k3y"));
    assertThat(requestedInputs).containsExactly("key");
  }

  @Test
  void appliesRestrictionsWhileInputIsPending() throws Exception {
    weather.tool("delete_all").returns("gone");
    save("'weather': {'url': '${WEATHER}', 'autoApprove': ['now', 'later']}");
    follow(input -> thinks());
    files.awaitTool("weather__delete_all");
    Transport first = files.catalog.transport("weather");

    String key = "'headers': {'X-Key': '${input:key}'}";
    save(
        "'weather': {'url': '${WEATHER}', 'timeout': 7, 'disabledTools': ['delete_all'],"
            + " 'autoApprove': ['now', 'more'], "
            + key
            + "}");
    person.awaitArrival(FollowedFiles.SOON);
    files.sync().reload();
    assertThat(files.catalog.snapshot().tool("weather__delete_all").visibility())
        .isEqualTo(Visibility.DISABLED);
    assertThat(files.call("weather__delete_all")).isNotEqualTo("gone");
    assertThat(weather.received("tools/call")).isEmpty();
    assertThat(files.status("weather").options().alwaysAllow()).containsExactly(new Glob("now"));
    assertThat(files.catalog.transport("weather")).isSameAs(first);
    files.awaitTool("weather__now");
    assertThat(files.call("weather__now")).isEqualTo("sunny");

    save("'weather': {'url': '${WEATHER}', 'autoApprove': ['now', 'later']}");
    files.sync().reload();
    assertThat(files.status("weather").options().alwaysAllow()).hasSize(2);
    Waiting.until(() -> files.call("weather__delete_all").equals("gone"));
    assertThat(keysSentTo(weather)).containsExactly("none");
  }

  @Test
  void disablesServerWithNewUrlWhileInputIsPending() throws Exception {
    save("'weather': {'url': '${NEWS}'}");
    follow(input -> thinks());
    files.awaitTool("weather__now");

    save("'weather': {'url': '${WEATHER}', 'headers': {'X-Key': '${input:key}'}}");
    person.awaitArrival(FollowedFiles.SOON);
    assertThat(files.status("weather").state()).isEqualTo(ServerState.DISABLED);
    assertThat(files.status("weather").reason()).contains("waiting for the input", "\"key\"");

    person.open();
    files.awaitTool("weather__now");
    assertThat(files.call("weather__now")).isEqualTo("sunny");
  }

  @Test
  void requestsInputsEvenIfApplyFails() throws Exception {
    save("'news': {'url': '${NEWS}'}, 'weather': {'url': '${WEATHER}/${input:key}'}");
    ServerOptions impossible = ServerOptions.builder().protocolVersion("1999-01-01").build();

    assertThatThrownBy(
            () ->
                files.follow(
                    files
                        .settings()
                        .defaults(impossible)
                        .inputs(
                            input -> {
                              requestedInputs.add(input.id());
                              return "k3y";
                            })))
        .hasMessageContaining("1999-01-01");

    assertThat(requestedInputs).containsExactly("key");
  }

  @Test
  void unansweredInputDelaysOthersOnlyUntilTimeout() throws Exception {
    save("");
    files.follow(
        files
            .settings()
            .inputTimeout(Duration.ofSeconds(1))
            .inputs(input -> input.id().equals("key") ? thinks() : "eu"));
    save(
        "'weather': {'url': '${WEATHER}?${input:key}'}, 'news': {'url':"
            + " '${NEWS}?${input:region}'}");

    files.awaitTool("news__now");
    assertThat(files.status("weather").reason()).contains("no value for the input \"key\"");
    Waiting.until(() -> requestedInputs.contains("interrupted"));
  }

  @Test
  void connectsOtherServersWhileInputIsPending() throws Exception {
    save("'weather': {'url': '${WEATHER}/${input:key}'}, 'news': {'url': '${NEWS}'}");
    CompletableFuture<Void> followed = new CompletableFuture<>();
    Thread application =
        new Thread(
            () -> {
              follow(input -> thinks());
              followed.complete(null);
            });
    application.start();

    person.awaitArrival(FollowedFiles.SOON);
    files.awaitTool("news__now");
    assertThat(followed).isNotDone();

    person.open();
    followed.get(FollowedFiles.SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(files.status("weather").disabledBy()).isNull();
  }

  @Test
  void requestsMissingInputAgainOnReloadOnly() throws Exception {
    save("'weather': {'url': '${WEATHER}', 'headers': {'X-Key': '${input:key}'}}");
    follow(input -> requestedInputs.size() == 1 ? null : "k3y");
    assertThat(files.status("weather").reason()).contains("no value for the input \"key\"");

    save(
        "'weather': {'url': '${WEATHER}', 'headers': {'X-Key': '${input:key}'}}, 'news': {'url':"
            + " '${NEWS}'}");
    files.awaitTool("news__now");
    assertThat(requestedInputs).as("not by every change").hasSize(1);

    files.sync().reload();
    files.awaitTool("weather__now");
    assertThat(requestedInputs).hasSize(2);
  }

  @Test
  void closeInterruptsPendingInput() throws Exception {
    save("'news': {'url': '${NEWS}'}");
    follow(input -> thinks());
    save("'weather': {'url': '${WEATHER}/${input:key}'}");
    person.awaitArrival(FollowedFiles.SOON);

    files.sync().close();

    Waiting.until(() -> requestedInputs.contains("interrupted"));
  }
}
