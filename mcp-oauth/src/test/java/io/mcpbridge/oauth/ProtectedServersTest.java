package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A catalog with a protected server without a token, and another server. */
class ProtectedServersTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final FakeMcpServer open = FakeMcpServer.create().named("open", "1");

  @AfterEach
  void close() {
    open.close();
    environment.close();
  }

  @Test
  void failedAuthorizationAffectsOneServerOnly() {
    environment.userResponse = pending -> "error=access_denied&state=" + pending.state();
    open.tool("hello").returns("hi");

    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("open", open.transport())
            .server("closed", protectedTransport(environment.credentials()))
            .build()) {
      catalog.awaitReady(Duration.ofSeconds(60));

      assertThat(catalog.call("open__hello", "{}", CallOptions.defaults()).text()).isEqualTo("hi");
      ServerStatus status = protectedStatus(catalog);
      assertThat(status.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
      assertThat(status.reason()).contains("did not grant access (access_denied)");
      assertThat(environment.prompts).hasSize(1);
    }
  }

  @Test
  void retriesWhileAuthorizationServerIsUnavailable() throws Exception {
    environment.auth.page(
        "/.well-known/oauth-authorization-server", any -> FakeHttpServer.Reply.status(503));
    StateRecorder states = new StateRecorder();

    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("closed", protectedTransport(environment.credentials()))
            .listener(states)
            .build()) {
      StateRecorder.Change away = states.await(ServerState.DISCONNECTED);

      assertThat(away.reason())
          .isEqualTo(
              "the metadata of the authorization server localhost was answered with HTTP status"
                  + " 503");
      environment.metadata(Map.of());
      states.await(ServerState.CONNECTED);
      assertThat(environment.prompts).hasSize(1);
    }
  }

  @Test
  void callsSucceedUntilTokenExpires() throws Exception {
    MutableClock clock = new MutableClock();
    environment.tools = "[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]";
    environment.tokens =
        any -> FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", 600)));
    StateRecorder states = new StateRecorder();

    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("closed", protectedTransport(environment.credentials().clock(clock)))
            .listener(states)
            .build()) {
      states.await(ServerState.CONNECTED);
      environment.tokens = any -> FakeHttpServer.Reply.status(502);
      clock.pass(Duration.ofSeconds(580));
      assertThat(call(catalog)).as("about to end").isEqualTo("done");

      clock.pass(Duration.ofSeconds(30));
      environment.accepted.clear();

      assertThat(call(catalog))
          .isEqualTo(
              "closed__t is temporarily unavailable; it did not run. Go on without it or try"
                  + " later.");
      assertThat(states.await(ServerState.DISCONNECTED).reason())
          .isEqualTo("the token endpoint of localhost returned no token: HTTP status 502");
      environment.tokens = any -> FakeHttpServer.Reply.json(environment.token(null));
      assertThat(call(catalog)).as("no wait for the next attempt").isEqualTo("done");
      assertThat(environment.prompts).hasSize(1);
    }
  }

  private static String call(ToolCatalog catalog) {
    return catalog.call("closed__t", "{}", CallOptions.defaults()).text();
  }

  private StreamableHttpTransport protectedTransport(OAuthCredentialsBuilder credentials) {
    return StreamableHttpTransport.builder(environment.mcp.uri("/mcp"))
        .credentials(credentials.build())
        .build();
  }

  private static ServerStatus protectedStatus(ToolCatalog catalog) {
    return catalog.servers().stream()
        .filter(server -> server.name().equals("closed"))
        .findFirst()
        .orElseThrow();
  }

  /** Records the states of the protected server. */
  private static final class StateRecorder implements CatalogListener {

    private record Change(ServerState to, @Nullable String reason) {}

    private final BlockingQueue<Change> changes = new LinkedBlockingQueue<>();

    @Override
    public void stateChanged(
        String server, ServerState from, ServerState to, @Nullable String reason) {
      changes.add(new Change(to, reason));
    }

    private Change await(ServerState state) throws InterruptedException {
      for (; ; ) {
        Change next = changes.poll(60, TimeUnit.SECONDS);
        assertThat(next).as("a change to %s", state).isNotNull();
        if (next.to() == state) {
          return next;
        }
      }
    }
  }
}
