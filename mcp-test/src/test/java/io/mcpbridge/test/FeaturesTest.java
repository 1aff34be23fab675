package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server offers besides tools: resources, templates, prompts, completion. */
class FeaturesTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void rejectsMethodsOfUndeclaredCapabilities() throws Exception {
    for (String method : List.of("resources/list", "resources/templates/list", "prompts/list")) {
      assertThat(ask(method, "{}").object("error").integer("code")).isEqualTo(-32601);
    }
    assertThat(ask("prompts/get", "{\"name\": \"p\"}").object("error").integer("code"))
        .isEqualTo(-32601);
    assertThat(ask("completion/complete", "{}").object("error").integer("code")).isEqualTo(-32601);
  }

  @Test
  void listsResourcesWithConfiguredFields() throws Exception {
    server
        .resource("file:///x")
        .name("x")
        .title("X")
        .description("an x")
        .mimeType("text/plain")
        .annotations("{\"audience\": [\"user\"], \"lastModified\": \"2026-01-01T00:00:00Z\"}")
        .with("size", "3")
        .with("icons", "[{\"src\": \"https://x.example/i.png\"}]")
        .with("_meta", "{\"acme/x\": 1}");

    assertThat(result("resources/list", "{}").list("resources"))
        .isEqualTo(
            List.of(
                Map.ofEntries(
                    Map.entry("uri", "file:///x"),
                    Map.entry("name", "x"),
                    Map.entry("title", "X"),
                    Map.entry("description", "an x"),
                    Map.entry("mimeType", "text/plain"),
                    Map.entry(
                        "annotations",
                        Map.of(
                            "audience", List.of("user"), "lastModified", "2026-01-01T00:00:00Z")),
                    Map.entry("size", 3),
                    Map.entry("icons", List.of(Map.of("src", "https://x.example/i.png"))),
                    Map.entry("_meta", Map.of("acme/x", 1)))));
  }

  @Test
  void readsTextBlobAndMultipleContents() throws Exception {
    server.resource("file:///text").mimeType("text/plain").text("hello");
    server.resource("file:///bytes").blob(new byte[] {1, 2});
    server
        .resource("file:///all")
        .contents(
            "[{\"uri\": \"file:///all/a\", \"text\": \"a\"}, {\"uri\": \"file:///all/b\", \"blob\":"
                + " \"AA==\"}]");
    server.resource("file:///none");

    assertThat(read("file:///text"))
        .isEqualTo(
            List.of(Map.of("uri", "file:///text", "mimeType", "text/plain", "text", "hello")));
    assertThat(read("file:///bytes"))
        .isEqualTo(List.of(Map.of("uri", "file:///bytes", "blob", "AQI=")));
    assertThat(read("file:///all")).hasSize(2);
    assertThat(read("file:///none")).isEmpty();
  }

  @Test
  void readsResourcesMatchingTemplate() throws Exception {
    server.resourceTemplate("file:///logs/{day}.log", "logs").with("title", "\"Logs\"").text("day");
    server
        .resourceTemplate("db://{table}/{+path}", "db")
        .handler(
            call ->
                FakeResult.raw("{\"contents\": []}")
                    .with("sought", '"' + call.received().params().string("uri") + '"'));

    assertThat(result("resources/templates/list", "{}").toJson())
        .contains("file:///logs/{day}.log", "\"title\":\"Logs\"", "db://{table}/{+path}");
    assertThat(read("file:///logs/monday.log"))
        .isEqualTo(List.of(Map.of("uri", "file:///logs/monday.log", "text", "day")));
    assertThat(result("resources/read", "{\"uri\": \"db://t/a/b\"}").string("sought"))
        .isEqualTo("db://t/a/b");
    assertThat(ask("resources/read", "{\"uri\": \"file:///logs/x\"}").has("error")).isTrue();
  }

  @Test
  void errorCodeOfUnknownResourceDependsOnRevision() throws Exception {
    server.resource("file:///x");
    String unknown = "{\"uri\": \"file:///y\"}";

    assertThat(ask("resources/read", unknown).object("error").integer("code")).isEqualTo(-32602);
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-11-25", "{}");
      assertThat(client.ask(1, "resources/read", unknown).object("error").integer("code"))
          .isEqualTo(-32002);
    }
  }

  @Test
  void returnsPromptsWithArgumentsAndMessages() throws Exception {
    server
        .prompt("review")
        .title("Review")
        .description("Reviews code")
        .argument("code", "what to review", true)
        .argument("style", "how", false)
        .with("icons", "[]")
        .message("user", "Look!")
        .messageOf(
            "assistant", "{\"type\": \"image\", \"data\": \"AA==\", \"mimeType\": \"image/png\"}");

    assertThat(result("prompts/list", "{}").toJson())
        .contains("\"title\":\"Review\"", "\"name\":\"style\"", "\"icons\":[]");
    JsonObject prompt =
        result("prompts/get", "{\"name\": \"review\", \"arguments\": {\"code\": \"x\"}}");
    assertThat(prompt.string("description")).isEqualTo("Reviews code");
    assertThat(prompt.list("messages").toString()).contains("role=user", "Look!", "type=image");
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void validatesPromptArguments() throws Exception {
    server.prompt("p").argument("a", "needed", true).message("user", "x");

    JsonObject missing = ask("prompts/get", "{\"name\": \"p\"}").object("error");
    result("prompts/get", "{\"name\": \"p\", \"arguments\": {\"a\": 1}}");

    assertThat(missing.integer("code")).isEqualTo(-32602);
    assertThat(server.violations()).singleElement().asString().contains("a of prompts/get is not");
  }

  @Test
  void returnsPromptFromHandler() throws Exception {
    server
        .prompt("p")
        .handler(
            call ->
                FakeResult.raw("{\"messages\": []}")
                    .with("description", "\"" + call.string("a") + "\""));

    assertThat(
            result("prompts/get", "{\"name\": \"p\", \"arguments\": {\"a\": \"A\"}}")
                .string("description"))
        .isEqualTo("A");
  }

  @Test
  void completesArguments() throws Exception {
    server.completion(
        call ->
            FakeResult.completion(
                List.of(call.received().params().object("argument").string("value") + "thon"),
                7,
                true));

    JsonObject completion =
        result(
                "completion/complete",
                "{\"ref\": {\"type\": \"ref/prompt\", \"name\": \"p\"}, \"argument\": {\"name\":"
                    + " \"l\", \"value\": \"py\"}}")
            .object("completion");

    assertThat(completion.toMap())
        .isEqualTo(Map.of("values", List.of("python"), "total", 7, "hasMore", true));
    assertThat(result("server/discover", "{}").object("capabilities").has("completions")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"tools/list, tools", "resources/list, resources", "prompts/list, prompts"})
  void pagesEveryListWithAnyCursor(String method, String member) throws Exception {
    for (String name : List.of("a", "b", "c")) {
      server.tool(name);
      server.resource(name);
      server.prompt(name);
    }
    server.pageSize(1).cursors(position -> position == 1 ? "" : "p" + position);

    JsonObject first = result(method, "{}");
    JsonObject second = result(method, "{\"cursor\": \"\"}");

    assertThat(first.string("nextCursor")).isEmpty();
    assertThat(second.list(member).toString()).contains("b");
    assertThat(second.string("nextCursor")).isEqualTo("p2");
    assertThat(ask(method, "{\"cursor\": null}").object("error").integer("code")).isEqualTo(-32602);
  }

  private List<?> read(String uri) throws Exception {
    return result("resources/read", "{\"uri\": \"" + uri + "\"}").list("contents");
  }

  private JsonObject result(String method, String params) throws Exception {
    return ask(method, params).object("result");
  }

  private JsonObject ask(String method, String params) throws Exception {
    return Http.json(Http.stateless(server, method, params));
  }
}
