package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpException;
import io.mcpbridge.transport.ChannelMode;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Failing credentials: the exception names their server, and never quotes them. */
class CredentialsTest extends HttpTest {

  private void connectWith(Credentials credentials) throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.respond(401, null, ""),
        builder -> builder.credentials(credentials).maxConnections(1));
  }

  static Stream<Arguments> unusable() {
    Credentials failing =
        request -> {
          throw new IllegalStateException("the vault refused s3cret");
        };
    return Stream.of(
        Arguments.of(failing, "failed with IllegalStateException"),
        Arguments.of((Credentials) request -> null, "returned no headers"),
        Arguments.of(
            (Credentials) request -> Collections.singletonMap("X-Key", null), "header X-Key"),
        Arguments.of(
            (Credentials) request -> Collections.singletonMap(null, "s3cret"), "without a name"),
        Arguments.of(
            (Credentials) request -> Map.of("X-Key", "s3cret\r\nX-Other: s3cret"), "header X-Key"),
        Arguments.of((Credentials) request -> Map.of("X-Key", "s3cr\u00e9t"), "header X-Key"),
        Arguments.of(
            (Credentials) request -> Map.of("Mcp-Session-Id", "s3cret"), "Mcp-Session-Id"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("unusable")
  void unusableCredentialsAreNamedAndNotShown(Credentials credentials, String problem)
      throws Exception {
    connectWith(credentials);

    for (int i = 0; i < 2; i++) { // the second one needs the only permit
      assertThatThrownBy(() -> channel.exchange(call(), deadlineIn(5000)))
          .isInstanceOf(McpException.class)
          .hasMessageContaining("credentials for localhost:" + server.port())
          .hasMessageContaining(problem)
          .message()
          .doesNotContain("s3cr");
    }
    assertThatThrownBy(() -> channel.send(notice("notifications/x"), soon()))
        .isInstanceOf(McpException.class)
        .hasMessageContaining(problem);
    assertThat(server.connections()).isZero();
  }

  @Test
  void closingUnusedChannelRequestsNoCredentials() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    connectWith(
        request -> {
          calls.incrementAndGet();
          return Map.of();
        });

    channel.close();

    assertThat(calls).hasValue(0);
  }

  @Test
  void closingDoesNotWaitForCredentials() throws Exception {
    AtomicReference<Thread> stuck = new AtomicReference<>();
    connect(
        ChannelMode.SESSION,
        (request, answer) -> answer.json(200, Answer.result(request.id()), "Mcp-Session-Id: s"),
        builder ->
            builder.credentials(
                request -> {
                  if (request.method().equals("DELETE")) {
                    stuck.set(Thread.currentThread());
                    awaitForEver();
                  }
                  return Map.of();
                }));
    response(request("initialize"));

    channel.close();

    stuck.get().join(60_000);
    assertThat(stuck.get().isAlive()).isFalse();
  }

  private static void awaitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("given up", e);
    }
  }

  @Test
  void rethrowsExceptionOfCredentials() throws Exception {
    McpException failure = new McpException("log in first");
    connectWith(
        request -> {
          throw failure;
        });

    assertThatThrownBy(() -> channel.exchange(call(), soon())).isSameAs(failure);
  }

  @Test
  void reportsStatusIfRenewalFails() throws Exception {
    connectWith(
        new Credentials() {
          @Override
          public Map<String, String> headersFor(OutgoingRequest request) {
            return Map.of();
          }

          @Override
          public boolean renew(Challenge challenge) {
            throw new IllegalStateException("s3cret");
          }
        });

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("credentials for localhost:" + server.port())
        .hasMessageContaining("401")
        .message()
        .doesNotContain("s3cret");
  }
}
