package io.mcpbridge.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class SecretsTest {

  private static Secrets of(String variable, String value) {
    return Secrets.of(List.of(), Map.of(variable, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://user:abc12345@h/db",
        "postgres://user:abc12345@h",
        "amqp://abc12345@h:5672",
        "redis://:abc12345@h:6379/0",
        "postgres://user:x@abc12345@h/db",
        "postgres://user:x/abc12345@h/db",
        "postgres://user:x#?abc12345@h/db",
        "jdbc:postgresql://h/db?user=me&password=abc12345",
        "Server=db;Password=abc12345;Timeout=1",
        "--token=abc12345",
        "ghp_abc12345abc12345abc12345",
      })
  void credentialsWithinAValueAreNotShown(String value) {
    Secrets secrets = of("DATABASE", value);

    assertThat(secrets.mask("cannot use " + value + " (DATABASE)"))
        .contains("cannot use ", "***", " (DATABASE)")
        .doesNotContain("abc12345");
  }

  @Test
  void masksEncodedAndDecodedUrlPassword() {
    Secrets secrets = of("DATABASE_URL", "postgres://user:p%40ss-word@h/db");

    assertThat(secrets.mask("user p%40ss-word, in other words p@ss-word"))
        .isEqualTo("user ***, in other words ***");
  }

  @Test
  void masksCredentialsInUrl() {
    assertThat(of("U", "postgres://me:abc12345@h/db").mask("postgres://me:abc12345@h/db is down"))
        .isEqualTo("postgres://***@h/db is down");
  }

  @Test
  void masksCredentialsInAnyUrl() {
    assertThat(of("A", "b").mask("proxy http://u:p@proxy:3128 failed, see https://h:80/a@b"))
        .isEqualTo("proxy http://***@proxy:3128 failed, see https://h:80/a@b");
  }

  @Test
  void masksEachLineOfSecret() {
    Secrets secrets = of("PRIVATE_KEY", "-----BEGIN-----\nabc12345\n-----END-----\n");

    assertThat(secrets.mask("abc12345")).isEqualTo("***");
  }

  @Test
  void doesNotMaskNonSecretValues() {
    Map<String, String> environment = Map.of("MODE", "production", "HOME_PAGE", "https://h/a");

    assertThat(Secrets.of(List.of(), environment).mask("production at https://h/a"))
        .isEqualTo("production at https://h/a");
  }

  @Test
  void handlesLongValueWithoutStackOverflow() {
    String text = "Authorization: " + "word ".repeat(20_000) + "http://a:b".repeat(10_000);

    assertThat(of("PROMPT", text + " password=abc12345").mask("abc12345")).isEqualTo("***");
  }

  @Test
  void masksInheritedVariables() {
    StdioCommand server =
        new StdioCommand(
            "sh",
            List.of(),
            List.of("AWS_*"),
            Map.of(),
            false,
            null,
            StandardError.log(),
            JsonLimits.defaults(),
            ShutdownTimeouts.DEFAULT);
    Map<String, String> parentEnvironment =
        Map.of("AWS_SECRET_ACCESS_KEY", "abc12345", "DB_PASSWORD", "unsent");

    assertThat(server.secrets(parentEnvironment).mask("bad abc12345, unsent"))
        .isEqualTo("bad ***, unsent");
  }

  @Test
  void masksSecretBeforeTruncation() {
    NonProtocolOutput lines =
        new NonProtocolOutput("stdio: server", of("API_KEY", "abc12345".repeat(20)));
    byte[] line = ("x".repeat(100) + "abc12345".repeat(20)).getBytes(StandardCharsets.UTF_8);
    Logger logger = (Logger) LoggerFactory.getLogger(NonProtocolOutput.class);
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    logger.addAppender(appender);

    lines.skip(line, 0, line.length, "no JSON");

    logger.detachAppender(appender);
    assertThat(appender.list).hasSize(1);
    assertThat(appender.list.get(0).getFormattedMessage()).contains("xx***").doesNotContain("abc");
  }
}
