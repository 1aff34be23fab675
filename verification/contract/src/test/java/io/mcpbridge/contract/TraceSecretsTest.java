package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.transport.TraceLevel;
import io.mcpbridge.transport.TraceRecord;
import io.mcpbridge.transport.WireTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Secrets that the wire trace recognizes by the words of a name, wherever JSON may contain them.
 */
@ExtendWith(LeakCheck.class)
class TraceSecretsTest {

  private static final String SECRET = "5ecret-";

  private static final List<String> SECRET_NAMES =
      List.of(
          "access_tokens",
          "APIKeys",
          "assertion",
          "client_assertion",
          "code_verifier",
          "connectionString",
          "cookies",
          "csrf",
          "dsn",
          "jwt",
          "otp",
          "pem",
          "pin",
          "sessionId",
          "userJWT",
          "userPassword2");

  private static final List<String> PLAIN_NAMES =
      List.of(
          "assertions",
          "author",
          "keyboard",
          "maxTokens",
          "pinned",
          "prompt_tokens",
          "session",
          "spinner",
          "tokenCount",
          "tokenizer");

  private final Queue<TraceRecord> records = new ConcurrentLinkedQueue<>();
  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  private ToolCatalog catalog(Endpoint endpoint) {
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server(
                "vault",
                endpoint.transport(),
                ServerOptions.builder().trace(TraceLevel.BODIES).build())
            .wireTrace(
                WireTrace.builder().maxBodyCharacters(100_000).listener(records::add).build())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(15))).isTrue();
    return catalog;
  }

  private String trace() {
    return records.stream()
        .map(entry -> entry.text() + "\n" + entry.json())
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("io.mcpbridge.contract.Matrix#all")
  void hidesMembersWithNamesOfSecrets(String revision, TransportType type) {
    server.speaking(revision);
    Map<String, Object> members = new LinkedHashMap<>();
    SECRET_NAMES.forEach(name -> members.put(name, SECRET + name));
    PLAIN_NAMES.forEach(name -> members.put(name, "plain-" + name));
    String json = Json.write(members);
    server.tool("open").returns(FakeResult.structured(json).andText("As JSON: " + json));
    try (Endpoint endpoint = type.to(server);
        ToolCatalog catalog = catalog(endpoint)) {
      assertThat(catalog.call("vault__open", json).text()).contains(SECRET);
    }
    assertThat(trace()).doesNotContain(SECRET).contains("As JSON: ", "\"cookies\":\"***\"");
    PLAIN_NAMES.forEach(name -> assertThat(trace()).contains("plain-" + name));
  }

  @Test
  void hidesNumbersThatAreNoCounts() {
    server
        .tool("open")
        .returns(FakeResult.structured("{\"pin\": 471147, \"otp\": 815815, \"tokens\": 120012}"));
    try (Endpoint endpoint = TransportType.HTTP_JSON.to(server);
        ToolCatalog catalog = catalog(endpoint)) {
      catalog.call("vault__open", "{\"passcode\": 991199, \"maxTokens\": 4096}");
    }
    assertThat(trace())
        .doesNotContain("471147", "815815", "991199")
        .contains("\"tokens\":120012", "\"maxTokens\":4096");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"password\": \"5ecret-1\", \"password\": \"5ecret-2\", \"city\": \"Oslo\"}",
        "\uFEFF{\"city\": \"Oslo\", \"credentials\": {\"user\": \"5ecret-1\"}}",
        "{\"json\": \"{\\\"json\\\": \\\"{\\\\\\\"pin\\\\\\\": \\\\\\\"5ecret-1\\\\\\\"}\\\"}\","
            + " \"city\": \"Oslo\"}",
        "{\"city\": \"Oslo\"}\n{\"jwt\": \"5ecret-1\"}\n{\"otp\": \"5ecret \\\" 5ecret-2\"}",
        "Oslo: {\"credentials\": [\"5ecret-1\", {\"a\": \"5ecret-2\"}], \"b\": \"]\"}",
        "Oslo: {\"token\": \"5ecret-1",
        "Oslo: {\"token\": \"1\\\\\\\\\", \"pin\": \"5ecret-1\"}",
        "Oslo: {\\\"pem\\\": \\\"5ecret-1\\\\\\\" 5ecret-2\\\"}",
        "see https://example.com/Oslo?page=2&access_token=5ecret-1#sig=5ecret-2",
      })
  void hidesSecretsInTextsThatContainJsonOrUrls(String text) {
    server.tool("open").returns(text);
    try (Endpoint endpoint = TransportType.HTTP_JSON.to(server);
        ToolCatalog catalog = catalog(endpoint)) {
      assertThat(catalog.call("vault__open", "{}").text()).contains(SECRET);
      server.injectNext("tools/call", Faults.httpStatus(500, "text/plain", text));
      catalog.call("vault__open", "{}");
    }
    assertThat(trace()).contains("HTTP 500 to tools/call", "Oslo").doesNotContain("5ecret");
  }

  @Test
  void hidesSecretsInResponseHeaders() {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String name : List.of("X-Session", "X-CSRF", "X-SID", "X-Session-Id", "Set-Cookie")) {
      headers.put(name, SECRET + name);
    }
    headers.put("Location", "/login?code=" + SECRET + "location");
    headers.put("Link", "<https://example.com/docs?t=" + SECRET + "link>; rel=\"help\"");
    headers.put("X-RateLimit-Remaining-Tokens", "149984");
    server.tool("open").returns("opened");
    try (Endpoint endpoint = TransportType.HTTP_JSON.to(server);
        ToolCatalog catalog = catalog(endpoint)) {
      server.injectNext("tools/call", Faults.httpStatus(302, headers, ""));
      catalog.call("vault__open", "{}");
    }
    assertThat(trace())
        .contains("X-Session: ***", "Location: /login?***", "<https://example.com/docs?***>")
        .contains("X-RateLimit-Remaining-Tokens: 149984")
        .doesNotContain(SECRET);
  }

  /** Secrets at random places in random JSON, as text in JSON and in broken JSON. */
  @Test
  void hidesSecretsInRandomJson() {
    Random random = new Random(117);
    server.tool("open").handler(call -> FakeResult.text(quoted(random, object(random, 4))));
    try (Endpoint endpoint = TransportType.IN_PROCESS.to(server);
        ToolCatalog catalog = catalog(endpoint)) {
      for (int i = 0; i < 500; i++) {
        catalog.call("vault__open", Json.write(object(random, 4)));
      }
    }
    assertThat(records).hasSizeGreaterThan(1000);
    assertThat(records)
        .extracting(TraceRecord::text)
        .anyMatch(text -> text.contains("plain-"))
        .noneMatch(text -> text.contains(SECRET));
  }

  private static Map<String, Object> object(Random random, int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String secret = SECRET_NAMES.get(random.nextInt(SECRET_NAMES.size()));
      String plain = PLAIN_NAMES.get(random.nextInt(PLAIN_NAMES.size()));
      switch (random.nextInt(depth > 0 ? 6 : 3)) {
        case 0 -> members.put(secret, SECRET + "\"}]\\{[:" + random.nextInt());
        case 1 -> members.put(secret, List.of(Map.of("a", List.of(SECRET, "]")), SECRET));
        case 2 -> members.put(plain, "plain-" + random.nextInt());
        case 3 -> members.put(plain, object(random, depth - 1));
        case 4 -> members.put(plain, List.of(1, object(random, depth - 1)));
        default -> members.put(plain, quoted(random, object(random, depth - 1)));
      }
    }
    return members;
  }

  private static String quoted(Random random, Map<String, Object> object) {
    String json = Json.write(object);
    List<UnaryOperator<String>> forms = new ArrayList<>();
    forms.add(text -> text);
    forms.add(text -> "\uFEFF" + text);
    forms.add(text -> "see " + text);
    forms.add(text -> text + "\n" + text);
    forms.add(text -> text.substring(0, text.length() - 1) + ",\"city\":1,\"city\":2}");
    forms.add(text -> text.substring(0, random.nextInt(text.length()) + 1));
    return forms.get(random.nextInt(forms.size())).apply(json);
  }
}
