package io.mcpbridge.spring.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.model.EchoingModel;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Servers with separate connections per user: {@code per-user}. */
class PerUserServersTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private static final List<String> USERS = List.of("ada", "grace", "alan", "mia");
  private static final EchoingModel MODEL = new EchoingModel();
  private static final TokenEndpoint AUTHORIZATION_SERVER = new TokenEndpoint();
  private static final SecuredApplication SECURED =
      new SecuredApplication(AUTHORIZATION_SERVER.url());
  private static final FakeMcpServer FILES = FakeMcpServer.create();
  private static final FakeMcpServer WEATHER = FakeMcpServer.create();
  private static ConfigurableApplicationContext context;

  /** Lists one tool, named after the calling user, and requires a token. */
  @BeforeAll
  static void start() {
    FILES.speaking(FakeRevisions.V2025_11_25);
    for (String user : USERS) {
      FILES.tool("of_" + user).handler(call -> FakeResult.text(user(call.received())));
    }
    FILES.inject(
        "initialize",
        serverTurn -> {
          if (serverTurn.received().header("Authorization") == null) {
            serverTurn.http(401, Map.of("WWW-Authenticate", "Bearer"), "");
          } else {
            serverTurn.answer();
          }
        });
    FILES.inject(
        "tools/list",
        serverTurn ->
            serverTurn.answer(
                right ->
                    List.of(
                        right
                            .with("result", Map.of("tools", toolsOf(right, serverTurn.received())))
                            .toMap())));
    WEATHER.tool("forecast");
    context =
        SECURED.start(
            MODEL.url(),
            "--mcp.client.servers.files.url=" + FILES.url(),
            "--mcp.client.servers.files.auth.client-registration=" + SecuredApplication.USERS,
            "--mcp.client.servers.files.per-user=true",
            "--mcp.client.users.initial-timeout=10s",
            "--mcp.client.servers.weather.url=" + WEATHER.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
  }

  private static List<Map<String, Object>> toolsOf(JsonObject listed, ReceivedMessage request) {
    return listed.object("result").list("tools").stream()
        .map(tool -> JsonObject.of(tool).toMap())
        .filter(tool -> tool.get("name").equals("of_" + user(request)))
        .toList();
  }

  private static String user(ReceivedMessage message) {
    return message.header("Authorization").substring("Bearer of-".length());
  }

  @AfterAll
  static void stop() {
    context.close();
    FILES.close();
    WEATHER.close();
    AUTHORIZATION_SERVER.close();
    MODEL.close();
  }

  @Test
  void concurrentUsersHaveSeparateSessions() throws Exception {
    Map<String, String> answers = new ConcurrentHashMap<>();
    List<Thread> threads =
        List.of("ada", "grace").stream()
            .flatMap(
                user ->
                    List.of(Agent.values()).stream()
                        .map(
                            agent ->
                                SecuredApplication.thread(
                                    SECURED.permitted(user),
                                    () ->
                                        answers.put(
                                            agent + " for " + user,
                                            agent.ask(context, MODEL.url())))))
            .toList();

    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join(SOON.toMillis());
    }

    assertThat(answers)
        .hasSize(threads.size())
        .allSatisfy((call, answer) -> assertThat(call).endsWith(" for " + answer));
    Map<String, String> users = sessions();
    assertThat(users.values()).as("one session each").containsOnlyOnce("ada", "grace");
    assertThat(FILES.received("tools/call"))
        .hasSize(threads.size())
        .allSatisfy(
            call -> {
              assertThat(call.message().toString()).contains("of_" + user(call));
              assertThat(users.get(call.header("Mcp-Session-Id"))).isEqualTo(user(call));
            });
  }

  /** The user of each session, from its requests. */
  private Map<String, String> sessions() {
    return FILES.received("tools/list").stream()
        .collect(
            Collectors.toMap(
                list -> list.header("Mcp-Session-Id"),
                PerUserServersTest::user,
                (user, anotherUser) ->
                    user.equals(anotherUser) ? user : user + " and " + anotherUser));
  }

  @Test
  void offersSharedAndPerUserTools() {
    assertThat(names()).as("without a user").containsExactly("weather__forecast");
    assertThat(RunAs.user(SECURED.permitted("alan"), PerUserServersTest::names))
        .containsExactly("weather__forecast", "files__of_alan");
    assertThat(context.getBean(UserToolCatalogs.class).get()).isNull();
  }

  private static List<String> names() {
    return Arrays.stream(context.getBean(McpToolCallbackProvider.class).getToolCallbacks())
        .map(tool -> tool.getToolDefinition().name())
        .toList();
  }

  /** They return from the authorization server and ask again. */
  @Test
  void toolsAppearAfterAuthorization() {
    for (int i = 0; i < 3; i++) {
      assertThat(RunAs.user(SecuredApplication.user("mia"), PerUserServersTest::names))
          .containsExactly("weather__forecast");
    }

    assertThat(RunAs.user(SECURED.permitted("mia"), PerUserServersTest::names))
        .containsExactly("weather__forecast", "files__of_mia");
  }

  /** Background requests use the token of the catalog's user. */
  @Test
  void refreshUsesTokenOfUser() {
    RunAs.user(SECURED.permitted("alan"), PerUserServersTest::names);
    int sessions = FILES.received("initialize").size();
    int lists = FILES.received("tools/list").size();
    FILES.awaitReceived("GET", sessions, SOON);

    FILES.announceToolsChanged();

    FILES.awaitReceived("tools/list", lists + sessions, SOON);
    assertThat(sessions().values()).contains("alan").doesNotHaveDuplicates().isSubsetOf(USERS);
  }
}
