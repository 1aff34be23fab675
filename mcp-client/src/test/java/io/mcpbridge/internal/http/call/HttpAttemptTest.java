package io.mcpbridge.internal.http.call;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.http.connection.ConnectionPool;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.http.connection.NextHop;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Deadline;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpAttemptTest {

  private static final Deadline SOON = Deadline.after(Duration.ofSeconds(60));

  private final Endpoint endpoint = Endpoint.of(URI.create("http://127.0.0.1:1/mcp"));
  private final ConnectionPool pool =
      new ConnectionPool(endpoint, NextHop.DIRECT, Duration.ofSeconds(10), 1, null);
  private final HttpAttempt attempt =
      new HttpAttempt(
          pool,
          new HttpErrors(endpoint, Duration.ofSeconds(10), "tools/call", "url"),
          new BasicClassicHttpRequest("POST", "/mcp"),
          ConcurrentHashMap.newKeySet(),
          ChannelListener.none().trace());

  @AfterEach
  void close() {
    pool.close();
  }

  /** The library loses track of a connection that is closed while it connects. */
  @Test
  void reportsTimeoutWhileConnecting() {
    assertThatThrownBy(
            () ->
                attempt.run(
                    SOON,
                    () -> {
                      attempt.cancel(HttpAttempt.State.TIMED_OUT);
                      throw new NullPointerException("Connection");
                    }))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("could not be sent within 60 s");
  }

  @Test
  void reportsCloseWhileConnectingAsNotSent() {
    assertThatThrownBy(
            () ->
                attempt.run(
                    SOON,
                    () -> {
                      attempt.cancel(HttpAttempt.State.CLOSED);
                      throw new NullPointerException("Connection");
                    }))
        .isInstanceOf(McpConnectException.class);
  }

  @Test
  void wrapsUnexpectedHttpClientException() {
    assertThatThrownBy(
            () ->
                attempt.run(
                    SOON,
                    () -> {
                      throw new NumberFormatException("a negative length");
                    }))
        .isInstanceOf(McpException.class)
        .hasCauseInstanceOf(NumberFormatException.class);
  }
}
