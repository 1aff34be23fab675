package io.mcpbridge.internal.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Sending a token unencrypted logs one warning. */
class PlaintextTokenWarningTest {

  private final Logger logger = (Logger) LoggerFactory.getLogger(PlaintextTokenWarning.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
    logger.setAdditive(false);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
    logger.setAdditive(true);
  }

  private List<String> warnings() {
    return log.list.stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private static void send(String url, Map<String, String> headers, Credentials credentials) {
    RequestFactory requests =
        new RequestFactory(Endpoint.of(URI.create(url)), headers, Map.of(), credentials);
    for (int i = 0; i < 3; i++) {
      requests.authenticate(new BasicClassicHttpRequest("GET", "/"), WaitContext.endless());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://files.example.com/mcp", "http://10.0.0.7:8080/mcp"})
  void warnsOnceAboutTokenOverPlainHttp(String url) {
    send(url, Map.of(), BearerToken.of("s3cret"));

    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith(url + " is a remote host reached over plain http")
        .contains("setting url")
        .doesNotContain("s3cret");
  }

  @Test
  void warnsAboutAuthorizationHeaderAndUserInfo() {
    send(
        "http://files.example.com/mcp",
        Map.of("authorization", "Bearer s3cret"),
        Credentials.none());
    StreamableHttpTransport.builder(URI.create("http://mia:s3cret@wiki.example.com/mcp")).build();

    assertThat(warnings())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("http://wiki.example.com/mcp "))
        .noneMatch(line -> line.contains("s3cret"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://files.example.com/mcp",
        "http://localhost:8080/mcp",
        "http://127.0.0.1:8080/mcp",
        "http://[::1]/mcp"
      })
  void doesNotWarnForLocalOrEncryptedConnections(String url) {
    send(url, Map.of("Authorization", "Basic x"), BearerToken.of("s3cret"));

    assertThat(log.list).isEmpty();
  }

  @Test
  void doesNotWarnWithoutCredentials() {
    send("http://files.example.com/mcp", Map.of("X-Tenant", "a"), Credentials.none());

    assertThat(log.list).isEmpty();
  }
}
