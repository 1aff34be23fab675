package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link LogLeakCheck} finds secrets in the log. */
class LogLeakCheckTest {

  /** Logs at trace level, as a library. */
  private static final Logger LOG = LoggerFactory.getLogger("com.example.any");

  @Test
  void logFileHasAllLevels() throws IOException {
    LOG.trace("begin-{}-end", getClass().getSimpleName());
    LOG.trace("thrown", new IllegalStateException("reason-" + getClass().getSimpleName()));

    assertThat(Files.readString(LogLeakCheck.file()))
        .contains("begin-LogLeakCheckTest-end", "reason-LogLeakCheckTest");
  }

  @Test
  void findsSecretInAnyEncoding(@TempDir Path folder) throws IOException {
    String secret = "a \"+/ü" + "\u00ff".repeat(4);
    Set<String> forms = Secrets.inAllForms(Set.of(secret));
    String base64 =
        Base64.getEncoder().encodeToString(("id:" + secret).getBytes(StandardCharsets.UTF_8));
    FakeHttpServer.Request request =
        new FakeHttpServer.Request(
            "POST",
            URI.create("/token?state=the-state"),
            Map.of("authorization", "Basic " + base64, "dpop", "the-proof"),
            "code=the-code1&code_verifier=the-verifier&client_assertion=the-assertion");
    Set<String> sent = Secrets.ofRequest(request).collect(Collectors.toSet());
    assertThat(sent)
        .containsExactlyInAnyOrder(
            secret, base64, "the-state", "the-proof", "the-code1", "the-verifier", "the-assertion");
    assertThat(
            Secrets.ofResponse(
                "{\"access_token\":\"the-token\",\"refresh_token\":\"another-one\"}"))
        .containsExactly("the-token", "another-one");
    Path log = folder.resolve("log");
    for (String line :
        Stream.of(
                secret,
                URLEncoder.encode(secret, StandardCharsets.UTF_8),
                "a \\\"+/ü",
                Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)),
                Base64.getUrlEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)))
            .toList()) {
      Files.writeString(log, "nothing\n[" + line + "\u00ff".repeat(4) + "]\n");

      assertThat(LogLeakCheck.leaks(log, forms))
          .as(line)
          .isNotEmpty()
          .allMatch(l -> l.contains("2"));
    }
    Files.writeString(log, "nothing\na \" and so on\n");
    assertThat(LogLeakCheck.leaks(log, forms)).isEmpty();
  }
}
