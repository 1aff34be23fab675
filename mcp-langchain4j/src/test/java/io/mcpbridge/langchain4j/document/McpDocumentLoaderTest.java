package io.mcpbridge.langchain4j.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.DocumentParser;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.document.parser.TextDocumentParser;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.error.McpException;
import io.mcpbridge.langchain4j.document.LoadedDocuments.SkippedResource;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Resources of servers as documents. */
class McpDocumentLoaderTest {

  /** Connected by its first use, when the test has scripted it. */
  private static final ServerOptions LAZY = ServerOptions.builder().start(StartPolicy.LAZY).build();

  private final FakeMcpServer server = FakeMcpServer.create();
  private final ToolCatalog catalog =
      ToolCatalog.builder().server("s", server.transport(), LAZY).build();
  private final McpDocumentLoader loader = McpDocumentLoader.of(catalog);

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  @Test
  void loadsResourceWithServerAndUriMetadata() {
    server.resource("file:///a.md", "a", "text/markdown", "# A");

    assertThat(loader.load("s", "file:///a.md").documents())
        .containsExactly(
            Document.from(
                "# A",
                Metadata.from(
                    Map.of("server", "s", "uri", "file:///a.md", "mime_type", "text/markdown"))));
  }

  @Test
  void loadsEachContentAsDocument() {
    server
        .resource("file:///folder")
        .returns(
            FakeResult.raw(
                """
                {"contents": [
                  {"uri": "file:///folder/a", "text": "A"},
                  {"uri": "file:///folder/b", "text": "B"}]}\
                """));

    assertThat(loader.load("s", "file:///folder").documents())
        .extracting(Document::text, document -> document.metadata().getString("uri"))
        .containsExactly(tuple("A", "file:///folder/a"), tuple("B", "file:///folder/b"));
  }

  @Test
  void loadsResourceOfTemplate() {
    server.resource("notes://to%20do", "to do", "text/plain", "Buy milk.");
    server.resourceTemplate("notes://{name}", "notes");
    ResourceTemplate template = catalog.resources().templates().byServer().get("s").get(0);

    assertThat(loader.load("s", template, Map.of("name", "to do")).documents())
        .extracting(Document::text)
        .containsExactly("Buy milk.");
  }

  @Test
  void loadsAllResourcesAndReportsSkipped() {
    server.resource("file:///a", "a", "text/plain", "A");
    server.resource("file:///blank", "blank", "text/plain", " ");
    server.resource("file:///zip").name("zip").mimeType("application/zip").blob(new byte[] {1});
    server.resource("file:///gone").name("gone").returns(FakeResult.failure(-32002, "not found"));
    server.resource("file:///b", "b", "text/plain", "B");

    LoadedDocuments loaded = loader.loadAll("s");

    assertThat(loaded.documents())
        .extracting(Document::text, document -> document.metadata().getString("name"))
        .containsExactly(tuple("A", "a"), tuple("B", "b"));
    assertThat(loaded.skipped())
        .satisfiesExactly(
            skipped ->
                assertThat(skipped).isEqualTo(new SkippedResource("file:///blank", "it is empty")),
            skipped ->
                assertThat(skipped)
                    .isEqualTo(
                        new SkippedResource(
                            "file:///zip", "there is no parser for application/zip (withParser)")),
            skipped -> {
              assertThat(skipped.uri()).isEqualTo("file:///gone");
              assertThat(skipped.reason()).contains("not found");
            });
  }

  @Test
  void parsesBinaryResources() {
    server.resource("file:///a").name("a").mimeType("application/x-a; v=1").blob(utf8("bytes"));
    server.resource("file:///b").name("b").mimeType("application/x-b").blob(utf8("more"));
    server.resource("file:///c").name("c").mimeType("application/x-c").blob(utf8("broken"));
    DocumentParser shouting =
        bytes ->
            Document.from(
                new TextDocumentParser().parse(bytes).text().toUpperCase(Locale.ROOT),
                Metadata.from("pages", "1"));
    DocumentParser failing =
        bytes -> {
          throw new IllegalStateException("page 3");
        };

    LoadedDocuments loaded =
        loader
            .withParser("application/x-a", shouting)
            .withParser("application/x-c", failing)
            .withParser(McpDocumentLoader.ANY_TYPE, new TextDocumentParser())
            .loadAll("s");

    assertThat(loaded.documents()).extracting(Document::text).containsExactly("BYTES", "more");
    assertThat(loaded.documents().get(0).metadata().toMap())
        .containsEntry("pages", "1")
        .containsEntry("mime_type", "application/x-a; v=1");
    assertThat(loaded.skipped())
        .extracting(SkippedResource::reason)
        .containsExactly(
            "it cannot be parsed as application/x-c: java.lang.IllegalStateException: page 3");
  }

  @Test
  void limitsNumberOfResources() {
    server.resource("file:///a", "a", "text/plain", "A");
    server.resource("file:///b", "b", "text/plain", "B");

    LoadedDocuments loaded = loader.withMaxResources(1).loadAll("s");

    assertThat(loaded.documents()).hasSize(1);
    assertThat(loaded.skipped())
        .containsExactly(new SkippedResource("file:///b", "more than 1 resources (maxResources)"));
    assertThat(server.received("resources/read")).hasSize(1);
  }

  @Test
  void throwsForUnknownResource() {
    server.resource("file:///a", "a", "text/plain", "A");

    assertThatThrownBy(() -> loader.load("s", "file:///other")).isInstanceOf(McpException.class);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
