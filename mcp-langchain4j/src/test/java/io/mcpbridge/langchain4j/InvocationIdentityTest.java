package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each call uses the identity of its invocation, on whichever thread it runs. */
class InvocationIdentityTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {FakeRevisions.V2025_11_25, FakeRevisions.V2026_07_28})
  void concurrentUsersAreIsolated(String revision) throws Exception {
    List<String> users = List.of("ada", "grace");
    Latch latch = new Latch();
    server
        .speaking(revision)
        .tool("whoami")
        .handler(call -> FakeResult.text(authorization(call.received())).after(latch));
    try (McpToolProvider tools = provider(bearer("token"))) {
      List<OpenAiStub> models = users.stream().map(InvocationIdentityTest::modelFor).toList();
      List<Thread> threads =
          users.stream().map(user -> chat(tools, models.get(users.indexOf(user)), user)).toList();
      threads.forEach(Thread::start);
      server.awaitReceived("tools/call", users.size(), SOON);
      latch.open();
      for (Thread thread : threads) {
        thread.join(SOON.toMillis());
      }

      assertThat(models)
          .extracting(model -> model.requests().get(1).toolMessages().get("c1"))
          .containsExactly("Bearer s3cret-of-ada", "Bearer s3cret-of-grace");
      models.forEach(OpenAiStub::close);
    }

    assertThat(server.received("tools/call"))
        .hasSize(users.size())
        .allSatisfy(
            call ->
                assertThat(authorization(call))
                    .isEqualTo("Bearer s3cret-of-" + call.arguments().string("user")));
    assertThat(server.received("tools/list"))
        .as("background requests have no credentials")
        .isNotEmpty()
        .allSatisfy(list -> assertThat(authorization(list)).isNull());
  }

  @Test
  void usesApplicationCredentialsOutsideInvocations() {
    server.tool("whoami").returns("you");
    openAi.calls(new Call("c1", "s__whoami", "{}")).says("done");

    chat(bearer("token").orElse(BearerToken.of("s3cret-of-the-service")), "ada");

    assertThat(server.received("tools/list"))
        .isNotEmpty()
        .allSatisfy(
            list -> assertThat(authorization(list)).isEqualTo("Bearer s3cret-of-the-service"));
    assertThat(authorization(server.received("tools/call").get(0)))
        .isEqualTo("Bearer s3cret-of-ada");
  }

  /**
   * Not even with the application's own credentials, which may have more privileges than the
   * user's.
   */
  @Test
  void callWithoutUserTokenIsRejected() {
    server.tool("whoami").returns("you");
    openAi.calls(new Call("c1", "s__whoami", "{}")).says("sorry");

    chat(bearer("nothing").orElse(BearerToken.of("s3cret-of-the-service")), "ada");

    assertThat(server.received("tools/call")).isEmpty();
    assertThat(openAi.requests().get(1).toolMessages().get("c1"))
        .isEqualTo("s__whoami failed; trying the same again will not help.");
  }

  /** A server may declare results cacheable, and private to one user. */
  @Test
  void cacheIsPerUser() {
    server
        .speaking(FakeRevisions.V2026_07_28)
        .resource("file:///diary", "diary", "text/plain", "Dear");
    server.inject(
        "resources/read",
        serverTurn ->
            serverTurn.answer(
                right ->
                    List.of(
                        right
                            .with(
                                "result",
                                right
                                    .object("result")
                                    .with("ttlMs", 3_600_000L)
                                    .with("cacheScope", "private"))
                            .toMap())));
    List<String> users = List.of("ada", "ada", "grace");
    for (int i = 0; i < users.size(); i++) {
      openAi
          .calls(new Call("c" + i, "s__read_resource", "{\"uri\": \"file:///diary\"}"))
          .says("done");
    }
    try (McpToolProvider tools =
        McpToolProvider.builder()
            .server(
                "s",
                transport(bearer("token")),
                ServerOptions.builder().resourceTools(true).build())
            .build()) {
      assertThat(tools.awaitReady(SOON)).isTrue();
      users.forEach(user -> chat(tools, openAi, user).run());
    }

    assertThat(server.received("resources/read"))
        .extracting(InvocationIdentityTest::authorization)
        .containsExactly("Bearer s3cret-of-ada", "Bearer s3cret-of-grace");
  }

  @Test
  void sendsMetaOnlyToSelectedServers() {
    FakeMcpServer otherServer = FakeMcpServer.create();
    server.tool("whoami").returns("you");
    otherServer.tool("whoami").returns("who?");
    openAi
        .calls(new Call("c1", "s__whoami", "{}"), new Call("c2", "stranger__whoami", "{}"))
        .says("done");
    try (McpToolProvider tools =
        McpToolProvider.builder()
            .server("s", server.transport())
            .server("stranger", otherServer.transport())
            .callOptions(
                (tool, context) ->
                    tool.server().equals("s")
                        ? CallOptions.builder()
                            .meta(
                                Map.of(
                                    "com.example/user",
                                    context.invocationParameters().<String>get("user")))
                            .build()
                        : CallOptions.defaults())
            .build()) {
      assertThat(tools.awaitReady(SOON)).isTrue();
      chat(tools, openAi, "ada").run();
    } finally {
      otherServer.close();
    }

    assertThat(server.received("tools/call").get(0).meta().string("com.example/user"))
        .isEqualTo("ada");
    assertThat(otherServer.received("tools/call").get(0).text()).doesNotContain("ada");
  }

  @Test
  void sendsNoInvocationDataByDefault() {
    server.tool("whoami").returns("you");
    openAi.calls(new Call("c1", "s__whoami", "{}")).says("done");

    chat(Credentials.none(), "ada");

    assertThat(server.received())
        .allSatisfy(
            message -> {
              assertThat(message.text()).doesNotContain("ada");
              assertThat(message.headers().toString()).doesNotContain("ada");
            });
  }

  @Test
  void failureOfCallOptionsFailsOnlyThatCall() {
    server.tool("whoami").returns("you");
    openAi.calls(new Call("c1", "s__whoami", "{}")).says("sorry");
    try (CapturedLog log = new CapturedLog(McpToolProvider.class);
        McpToolProvider tools =
            McpToolProvider.builder()
                .server("s", server.transport())
                .callOptions(
                    (tool, context) -> {
                      throw new IllegalStateException("who is it?");
                    })
                .build()) {
      assertThat(tools.awaitReady(SOON)).isTrue();
      chat(tools, openAi, "ada").run();
      assertThat(log.lines()).singleElement().asString().startsWith("ERROR Call of s__whoami");
    }

    assertThat(openAi.requests().get(1).toolMessages().get("c1"))
        .isEqualTo("s__whoami did not run; trying the same again will not help.");
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void clearsUserAfterCall() {
    assertThat(CurrentInvocation.get()).isNull();
    server.tool("whoami").returns("you");
    openAi.calls(new Call("c1", "s__whoami", "{}")).says("done");

    chat(bearer("token"), "ada");

    assertThat(CurrentInvocation.get()).isNull();
  }

  /** As when an agent that works for one user calls with the token of another. */
  @Test
  void nestedCallUsesItsOwnUser() {
    server.tool("whoami").returns("you");
    OpenAiStub innerModel = modelFor("grace");
    openAi.calls(new Call("c1", "s__whoami", "{\"user\": \"ada\"}")).says("done");
    AtomicReference<McpToolProvider> tools = new AtomicReference<>();
    AtomicBoolean first = new AtomicBoolean(true);
    Credentials credentials =
        InvocationCredentials.of(
            context -> {
              if (first.getAndSet(false)) {
                chat(tools.get(), innerModel, "grace").run();
              }
              return BearerToken.of(
                  () -> CurrentInvocation.get().invocationParameters().get("token"));
            });
    try (innerModel;
        McpToolProvider provider = provider(credentials)) {
      tools.set(provider);
      chat(provider, openAi, "ada").run();
    }

    assertThat(server.received("tools/call"))
        .extracting(InvocationIdentityTest::authorization)
        .containsExactly("Bearer s3cret-of-grace", "Bearer s3cret-of-ada");
  }

  private void chat(Credentials credentials, String user) {
    try (McpToolProvider tools = provider(credentials)) {
      chat(tools, openAi, user).run();
    }
  }

  /** A turn of one user's conversation, to be run on this thread or started as one. */
  private static Thread chat(McpToolProvider tools, OpenAiStub model, String user) {
    UserAssistant assistant =
        AiServices.builder(UserAssistant.class)
            .chatModel(model.model())
            .toolProvider(tools)
            .build();
    InvocationParameters parameters =
        InvocationParameters.from(Map.of("user", user, "token", "s3cret-of-" + user));
    return new Thread(() -> assistant.chat("Who am I?", parameters));
  }

  private static OpenAiStub modelFor(String user) {
    return new OpenAiStub()
        .calls(new Call("c1", "s__whoami", "{\"user\": \"" + user + "\"}"))
        .says("done");
  }

  private static InvocationCredentials bearer(String parameter) {
    return InvocationCredentials.of(
        context -> BearerToken.of(() -> context.invocationParameters().get(parameter)));
  }

  private McpToolProvider provider(Credentials credentials) {
    McpToolProvider tools = McpToolProvider.builder().server("s", transport(credentials)).build();
    assertThat(tools.awaitReady(SOON)).isTrue();
    return tools;
  }

  private Transport transport(Credentials credentials) {
    return StreamableHttpTransport.builder(URI.create(server.url()))
        .credentials(credentials)
        .build();
  }

  private static String authorization(ReceivedMessage message) {
    return message.header("Authorization");
  }
}
