package io.mcpbridge.spring.ai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.error.McpException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.document.Document;
import org.springframework.ai.document.DocumentReader;

/** Resources of servers as documents of Spring AI. */
class McpDocumentReaderTest {

  /** Connected by its first use, when the test has scripted it. */
  private static final ServerOptions LAZY = ServerOptions.builder().start(StartPolicy.LAZY).build();

  private final FakeMcpServer server = FakeMcpServer.create();
  private final ToolCatalog catalog =
      ToolCatalog.builder().server("s", server.transport(), LAZY).build();
  private final List<String> skipped = new ArrayList<>();
  private final McpDocumentReader reader =
      McpDocumentReader.of(catalog, "s")
          .onSkipped((uri, reason) -> skipped.add(uri + ": " + reason));

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  @Test
  void readsAllResourcesAndReportsSkipped() {
    server.resource("file:///a", "a", "text/plain", "A");
    server.resource("file:///blank", "blank", "text/plain", " ");
    server.resource("file:///zip").name("zip").mimeType("application/zip").blob(new byte[] {1});
    server.resource("file:///gone").name("gone").returns(FakeResult.failure(-32002, "not found"));
    server.resource("file:///b", "b", "text/plain", "B");

    assertThat(((DocumentReader) reader).read())
        .extracting(Document::getText, Document::getMetadata)
        .containsExactly(
            tuple("A", metadata("file:///a", "a")), tuple("B", metadata("file:///b", "b")));
    assertThat(skipped)
        .satisfiesExactly(
            blank -> assertThat(blank).contains("file:///blank", "empty"),
            zip -> assertThat(zip).contains("file:///zip", "application/zip", "withReader"),
            gone -> assertThat(gone).contains("file:///gone", "not found"));
  }

  private static Map<String, Object> metadata(String uri, String name) {
    return Map.of("server", "s", "uri", uri, "mime_type", "text/plain", "name", name);
  }

  @Test
  void binaryContentGoesToReaderOfItsType() {
    server
        .resource("file:///a.pdf")
        .name("a")
        .mimeType("application/pdf; version=2")
        .blob("page".getBytes(UTF_8));
    server.resource("file:///bad.pdf").name("bad").mimeType("image/png").blob(new byte[] {1});

    List<Document> documents =
        reader
            .withReader(
                "application/PDF",
                resource ->
                    () -> {
                      try {
                        String text = resource.getContentAsString(UTF_8);
                        return List.of(new Document(text, Map.of("page", 1)));
                      } catch (IOException e) {
                        throw new AssertionError(e);
                      }
                    })
            .withReader(
                McpDocumentReader.ANY_TYPE,
                resource -> {
                  throw new IllegalStateException("unreadable");
                })
            .get();

    assertThat(documents).extracting(Document::getText).containsExactly("page");
    assertThat(documents.get(0).getMetadata())
        .containsEntry("page", 1)
        .containsEntry("uri", "file:///a.pdf");
    assertThat(skipped).singleElement().asString().contains("bad.pdf", "unreadable");
  }

  /** As {@code PagePdfDocumentReader}, which adds the file name, and null for what is unknown. */
  @Test
  void readerGetsFileNameAndMayAddNull() {
    server
        .resource("file:///reports/a.pdf?v=1")
        .name("Report")
        .mimeType("application/pdf")
        .blob(new byte[] {1});
    server.resource("db:///").name("All").mimeType("application/pdf").blob(new byte[] {1});

    List<Document> documents =
        reader
            .withReader(
                "application/pdf",
                resource ->
                    () -> {
                      Document page = new Document("page");
                      page.getMetadata().put("file_name", resource.getFilename());
                      page.getMetadata().put("end_page_number", null);
                      return List.of(page);
                    })
            .get();

    assertThat(documents)
        .extracting(document -> document.getMetadata().get("file_name"))
        .containsExactly("a.pdf", "All");
    assertThat(documents)
        .allSatisfy(
            document -> assertThat(document.getMetadata()).doesNotContainKey("end_page_number"));
    assertThat(skipped).isEmpty();
  }

  @Test
  void invalidDocumentDoesNotAffectOtherResources() {
    server.resource("file:///a.pdf").name("a").mimeType("application/pdf").blob(new byte[] {1});
    server.resource("file:///b", "b", "text/plain", "B");

    List<Document> documents =
        reader
            .withReader(
                "application/pdf", resource -> () -> Arrays.asList(new Document("page"), null))
            .get();

    assertThat(documents).extracting(Document::getText).containsExactly("B");
    assertThat(skipped).singleElement().asString().contains("file:///a.pdf");
  }

  @Test
  void readsOneResource() {
    server.resource("file:///a", "a", "text/plain", "A");

    assertThat(reader.read("file:///a")).extracting(Document::getText).containsExactly("A");
    assertThatThrownBy(() -> reader.read("file:///none")).isInstanceOf(McpException.class);
  }

  @Test
  void limitsNumberOfResources() {
    server.resource("file:///a", "a", "text/plain", "A");
    server.resource("file:///b", "b", "text/plain", "B");

    assertThat(reader.withMaxResources(1).get()).hasSize(1);
    assertThat(skipped).singleElement().asString().contains("file:///b", "maxResources");
  }
}
