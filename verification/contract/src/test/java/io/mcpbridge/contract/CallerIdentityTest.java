package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.HttpSse;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Most applications bind the signed-in user to a thread. Many users share one catalog, and no call
 * runs with another user's identity.
 */
class CallerIdentityTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final ThreadLocal<String> USER = ThreadLocal.withInitial(() -> "unknown");

  private final FakeMcpServer server = FakeMcpServer.create();
  private final Latch together = new Latch();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {FakeRevisions.V2024_11_05, FakeRevisions.V2025_11_25, FakeRevisions.V2026_07_28})
  void eachCallIsMadeInTheNameOfItsCaller(String revision) throws Exception {
    List<String> users = List.of("ada", "grace", "alan");
    server.speaking(revision).tool("whoami").returns(FakeResult.text("you").after(together));
    try (ToolCatalog catalog = catalog(revision)) {
      List<Thread> callers = users.stream().map(user -> caller(catalog, user)).toList();
      callers.forEach(Thread::start);
      server.awaitReceived("tools/call", users.size(), SOON);
      together.open();
      for (Thread caller : callers) {
        caller.join(SOON.toMillis());
      }
    }

    assertThat(server.received("tools/call"))
        .hasSize(users.size())
        .allSatisfy(
            call -> assertThat(authorization(call)).isEqualTo(call.arguments().string("user")));
    assertThat(server.received("tools/list"))
        .as("background requests carry no user")
        .isNotEmpty()
        .allSatisfy(list -> assertThat(authorization(list)).isEqualTo("unknown"));
  }

  private ToolCatalog catalog(String revision) {
    Credentials ofTheCaller = request -> Map.of("Authorization", "User " + USER.get());
    ToolCatalog catalog =
        (revision.equals(FakeRevisions.V2024_11_05)
                ? ToolCatalog.builder()
                    .server(
                        "s",
                        HttpSseTransport.builder(URI.create(HttpSse.of(server).url()))
                            .credentials(ofTheCaller)
                            .build())
                : ToolCatalog.builder()
                    .server(
                        "s",
                        StreamableHttpTransport.builder(URI.create(server.url()))
                            .credentials(ofTheCaller)
                            .build()))
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return catalog;
  }

  private static Thread caller(ToolCatalog catalog, String user) {
    return new Thread(
        () -> {
          USER.set(user);
          catalog.call("s__whoami", "{\"user\": \"" + user + "\"}", CallOptions.defaults());
        },
        user);
  }

  private static String authorization(ReceivedMessage message) {
    return message.header("Authorization").substring("User ".length());
  }
}
