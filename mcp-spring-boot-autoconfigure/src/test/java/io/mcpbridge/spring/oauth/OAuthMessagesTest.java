package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** OAuth failures name the properties to change, as spelled in the configuration. */
@ExtendWith(OutputCaptureExtension.class)
class OAuthMessagesTest {

  private static final String[] API = {
    "UrlPolicy", "ClientRegistration", "OAuthCredentialsBuilder"
  };

  private final ProtectedServer server = new ProtectedServer();

  @AfterEach
  void close() {
    server.close();
  }

  /**
   * Why the server "files" cannot be used with its own properties, or, for names with "/", those of
   * all servers.
   */
  private String reason(String... properties) {
    List<String> reasons =
        reasons(
            Stream.concat(
                    Stream.of("servers.files.url=" + server.url()),
                    Arrays.stream(properties)
                        .map(p -> p.startsWith("/") ? p.substring(1) : "servers.files." + p))
                .map("mcp.client."::concat)
                .toArray(String[]::new));
    assertThat(reasons).hasSize(1);
    return reasons.get(0);
  }

  private static List<String> reasons(String... properties) {
    List<String>[] reasons = new List[1];
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class, McpClientAutoConfiguration.class))
        .withPropertyValues(properties)
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              assertThat(catalog.servers())
                  .extracting(ServerStatus::state)
                  .containsOnly(ServerState.NEEDS_AUTHORIZATION);
              reasons[0] = catalog.servers().stream().map(ServerStatus::reason).toList();
            });
    return reasons[0];
  }

  @Test
  void loopbackAuthorizationServerNamesProperty() {
    assertThat(reason("auth.oauth2.grant=authorization-code"))
        .contains("mcp.client.servers.files.auth.oauth2.allow-loopback")
        .doesNotContain(API);
  }

  @Test
  void failedRegistrationNamesClientProperties() {
    server.supportsRegistration = false;

    assertThat(reason("auth.oauth2.grant=authorization-code", "auth.oauth2.allow-loopback=true"))
        .contains("mcp.client.servers.files.auth.oauth2.client-id")
        .contains("mcp.client.servers.files.auth.oauth2.issuer")
        .doesNotContain(API);
  }

  @Test
  void differentIssuerNamesProperty() {
    assertThat(
            reason(
                "auth.oauth2.grant=client-credentials",
                "/defaults.auth.oauth2.allow-loopback=true",
                "/defaults.auth.oauth2.client-id=desk",
                "/defaults.auth.oauth2.client-secret=s3cret",
                "/defaults.auth.oauth2.issuer=" + server.issuer() + "/"))
        .contains("(setting: mcp.client.defaults.auth.oauth2.issuer)")
        .doesNotContain(API)
        .doesNotContain("s3cret");
  }

  @Test
  void missingCredentialsAreNotReportedAsRejected(CapturedOutput output) {
    for (String scheme : new String[] {"Bearer", "Basic realm=x", null}) {
      server.scheme = scheme;
      int before = output.getOut().length();

      assertThat(reason())
          .containsPattern("(none is|no token is) configured")
          .contains("mcp.client.servers.files.auth.type=oauth2")
          .contains("mcp.client.servers.files.auth.bearer-token");
      assertThat(logged(output, before, "MCP server \"files\" needs authorization"))
          .doesNotContain("refuse")
          .contains("WARN")
          .contains("retrying automatically");
    }
  }

  /** It is what every application logs at its start until a user has granted access. */
  @Test
  void userWhoMustGrantAccessIsNoWarning() throws InterruptedException {
    BlockingQueue<ILoggingEvent> events = new LinkedBlockingQueue<>();
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            if (event.getFormattedMessage().contains("needs authorization")) {
              events.add(event);
            }
          }
        };
    Logger logger = (Logger) LoggerFactory.getLogger("io.mcpbridge.catalog");
    appender.start();
    logger.addAppender(appender);
    try {
      assertThat(
              reason(
                  "auth.oauth2.redirect-uri=https://desk.example.com/mcp/oauth/callback/{server}",
                  "auth.oauth2.allow-loopback=true"))
          .contains("must first grant access");

      ILoggingEvent event = events.poll(60, TimeUnit.SECONDS);
      assertThat(event).isNotNull();
      assertThat(event.getLevel()).isEqualTo(Level.INFO);
      assertThat(event.getFormattedMessage())
          .startsWith("MCP server \"files\" needs authorization (its tools are absent): ")
          .doesNotContain("retrying");
    } finally {
      logger.detachAppender(appender);
    }
  }

  /** What was logged since, once it contains the text: a state is visible before it is logged. */
  private static String logged(CapturedOutput output, int offset, String text) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!output.getOut().substring(offset).contains(text) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    String logged = output.getOut().substring(offset);
    assertThat(logged).contains(text);
    return logged;
  }
}
