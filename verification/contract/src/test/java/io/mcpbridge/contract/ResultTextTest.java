package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a result that the model receives: complete, without duplicates. */
@ExtendWith(LeakCheck.class)
class ResultTextTest {

  private static final String PAGE = "# Notes\n\n- \"one\"\n- two\n".repeat(20);

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    if (catalog != null) {
      catalog.close();
    }
    server.close();
  }

  private String text(FakeResult result) {
    return output("run", result, ServerOptions.defaults()).text();
  }

  private ToolOutput output(String tool, FakeResult result, ServerOptions options) {
    server.tool(tool).returns(result);
    if (catalog != null) {
      catalog.close();
    }
    catalog = ToolCatalog.builder().server("s", server.transport(), options).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog.call("s__" + tool, "{}", CallOptions.defaults());
  }

  private static String object(String name, Object value) {
    return Json.write(Map.of(name, value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"content", "result", "anything"})
  void aTextThatStructuredContentOnlyWrapsIsGivenOnce(String name) {
    assertThat(text(FakeResult.text(PAGE).andStructured(object(name, PAGE)))).isEqualTo(PAGE);
  }

  @Test
  void doesNotRepeatTextsJoinedInStructuredContent() {
    assertThat(
            text(FakeResult.text("one").andText("two").andStructured(object("result", "one\ntwo"))))
        .isEqualTo("one\ntwo");
  }

  @Test
  void doesNotRepeatTextsListedInStructuredContent() {
    assertThat(
            text(
                FakeResult.text("one")
                    .andText("{\"n\":2}")
                    .andStructured("{\"result\":[\"one\",{\"n\":2}]}")))
        .isEqualTo("one\n{\"n\":2}");
  }

  @Test
  void appendsStructuredContentWithMoreThanText() {
    String structured = "{\"results\":[{\"text\":\"It rains\",\"url\":\"https://a.example\"}]}";

    assertThat(text(FakeResult.text("It rains").andStructured(structured)))
        .isEqualTo("It rains\n" + structured);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "true", "[1,2]", "{\"a\":{\"b\":null}}"})
  void aValueThatIsTheTextAsJsonIsGivenOnce(String json) {
    assertThat(text(FakeResult.text(json).andStructured("{\"result\":" + json + "}")))
        .isEqualTo(json);
  }

  @Test
  void omitsImageRepeatedInStructuredContent() {
    String block = "{\"type\":\"image\",\"data\":\"AQID\",\"mimeType\":\"image/png\"}";

    assertThat(
            text(
                FakeResult.image(new byte[] {1, 2, 3}, "image/png")
                    .andStructured("{\"content\":[" + block + "]}")))
        .isEqualTo("[image left out: image/png, 3 bytes]");
  }

  @Test
  void omitsRepeatedTextFromStructuredContent() {
    String structured = "{\"stdout\":" + Json.write(PAGE) + ",\"exitCode\":0}";

    assertThat(text(FakeResult.text(PAGE).andStructured(structured)))
        .isEqualTo(PAGE + "\n{\"stdout\":\"[the text above]\",\"exitCode\":0}");
  }

  @Test
  void appendsStructuredContentThatDiffersFromText() {
    assertThat(text(FakeResult.text("It rains").andStructured("{\"degrees\":7}")))
        .isEqualTo("It rains\n{\"degrees\":7}");
    assertThat(text(FakeResult.text("7").andStructured("{\"result\":\"seven\"}")))
        .isEqualTo("7\n{\"result\":\"seven\"}");
  }

  @Test
  void keepsStructuredContentIfTextIsForUserOnly() {
    assertThat(
            text(
                FakeResult.raw(
                    """
                    {"content":[{"type":"text","text":"{\\"n\\":1}",
                                 "annotations":{"audience":["user"]}}],
                     "structuredContent":{"n":1}}
                    """)))
        .isEqualTo("[content for the user only was left out]\n{\"n\":1}");
  }

  @Test
  void applicationReceivesFullResult() {
    ToolOutput output =
        output(
            "run",
            FakeResult.text(PAGE).andStructured(object("content", PAGE)),
            ServerOptions.defaults());

    assertThat(output.structuredContent().value()).isEqualTo(Map.of("content", PAGE));
    assertThat(output.content()).hasSize(1);
  }

  @Test
  void compactsTextThatRepeatsStructuredContent() {
    String text =
        """
        {
          "z": [ 1.00, 1e2, 12345678901234567890.123 ],
          "a": "two  words,\\n: \\u00e9 \\"{ }\\"",\t"e": { }
        }
        """;

    assertThat(text(FakeResult.text(text).andStructured(text)))
        .isEqualTo(
            "{\"z\":[1.00,1e2,12345678901234567890.123],"
                + "\"a\":\"two  words,\\n: \\u00e9 \\\"{ }\\\"\",\"e\":{}}");
  }

  /** A model that edits a file needs its exact text. */
  @Test
  void keepsWhitespaceOfPossibleFileContent() {
    String file = "{\n  \"name\": \"demo\"\n}\n";

    assertThat(text(FakeResult.text(file))).isEqualTo(file);
    assertThat(text(FakeResult.text(file).andStructured(object("content", file)))).isEqualTo(file);
    assertThat(text(FakeResult.text(file).andStructured("{\"size\":21}")))
        .isEqualTo(file + "\n{\"size\":21}");
  }

  @Test
  void compactsJsonTextIfConfigured() {
    ServerOptions options = ServerOptions.builder().compactJson(true).build();

    assertThat(output("a", FakeResult.text("{\n  \"a\": 1\n}"), options).text())
        .isEqualTo("{\"a\":1}");
    assertThat(output("b", FakeResult.resource("file:///a", "text/json", "{ }"), options).text())
        .isEqualTo("[resource file:///a, text/json]\n{ }");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"a\": 1, \"a\": 2 }",
        "{ \"a\": 1 } and more",
        "[1 2]",
        "{ 'a': 1 }",
        "[ ] [ ]",
        "7  "
      })
  void whatIsNotExactlyOneObjectOrArrayIsGivenAsItIs(String text) {
    ServerOptions options = ServerOptions.builder().compactJson(true).build();

    assertThat(output("run", FakeResult.text(text), options).text()).isEqualTo(text);
  }

  @Test
  void prefixesToolErrors() {
    assertThat(text(FakeResult.error("Too hot"))).isEqualTo("Error: Too hot");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Error: Too hot", "error executing tool", "ERROR 5", "  Error\nToo hot"})
  void aFailureThatSaysSoIsNotMarkedAgain(String text) {
    assertThat(text(FakeResult.error(text))).isEqualTo(text);
  }

  @Test
  void usesConfiguredErrorPrefix() {
    ServerOptions custom = ServerOptions.builder().errorPrefix("FAILED:").build();
    ServerOptions noPrefix = ServerOptions.builder().errorPrefix("").build();

    assertThat(output("a", FakeResult.error("Too hot"), custom).text())
        .isEqualTo("FAILED: Too hot");
    assertThat(output("b", FakeResult.error("FAILED: no"), custom).text()).isEqualTo("FAILED: no");
    assertThat(output("c", FakeResult.error("Too hot"), noPrefix).text()).isEqualTo("Too hot");
  }

  @Test
  void keepsErrorPrefixAndValidJsonWithinSizeLimit() {
    ServerOptions options = ServerOptions.builder().maxResultCharacters(200).build();
    String text =
        output("run", FakeResult.error("{\"reason\":\"" + "x".repeat(5_000) + "\"}"), options)
            .text();

    assertThat(text)
        .startsWith("Error: {\"reason\":\"x")
        .endsWith("\"}")
        .hasSizeLessThanOrEqualTo(200);
  }

  /** Even where the size limit leaves hardly any room. */
  @Test
  void putsErrorPrefixBeforeProvenance() {
    ServerOptions options =
        ServerOptions.builder()
            .provenance(true)
            .errorPrefix("x".repeat(50))
            .maxResultCharacters(200)
            .build();

    assertThat(output("run", FakeResult.error("y".repeat(5_000)), options).text())
        .startsWith("x".repeat(50) + " [s__run, \"run\" of s]")
        .hasSizeLessThanOrEqualTo(200);
  }

  @Test
  void omitsErrorPrefixForJsonRpcErrors() {
    assertThat(text(FakeResult.failure(-32602, "city must be a string")))
        .isEqualTo("The call of s__run was refused: city must be a string");
  }

  @Test
  void namesUriAndMimeTypeOfEmbeddedResource() {
    assertThat(text(FakeResult.resource("file:///notes.md", "text/markdown", "# Notes")))
        .isEqualTo("[resource file:///notes.md, text/markdown]\n# Notes");
  }
}
