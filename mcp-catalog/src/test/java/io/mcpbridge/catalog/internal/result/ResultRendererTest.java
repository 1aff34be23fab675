package io.mcpbridge.catalog.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.UnknownContent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultRendererTest {

  private static final ResultLimit LIMIT = new ResultLimit(50_000, null);

  @Test
  void joinsTextsUnchanged() {
    assertThat(text(TextContent.of("one"), TextContent.of("two\n"))).isEqualTo("one\ntwo\n");
  }

  @Test
  void doesNotDuplicateStructuredContent() {
    StructuredContent sum = new StructuredContent(Map.of("sum", 5));

    assertThat(render(sum, TextContent.of("{ \"sum\": 5 }")).text()).isEqualTo("{\"sum\":5}");
    assertThat(render(sum, TextContent.of("2 + 3 = 5")).text()).isEqualTo("2 + 3 = 5\n{\"sum\":5}");
    assertThat(render(sum).text()).isEqualTo("{\"sum\":5}");
    assertThat(render(new StructuredContent(null)).text()).isEqualTo("null");
    assertThat(render(sum).structuredContent()).isEqualTo(sum);
  }

  @Test
  void describesNonTextContent() {
    String png = "A".repeat(4096);
    ResourceContents blob = new ResourceContents("db://1", null, null, "AAAA", Map.of());
    ResourceContents note = new ResourceContents("db://2", "text/plain", "a note", null, Map.of());

    String text =
        text(
            new ImageContent(png, "image/png", Annotations.none(), Map.of()),
            new ResourceLink(
                "file:///a",
                "a",
                null,
                "notes",
                "text/plain",
                3L,
                Annotations.none(),
                List.of(),
                Map.of()),
            new EmbeddedResource(note, Annotations.none(), Map.of()),
            new EmbeddedResource(blob, Annotations.none(), Map.of()),
            new UnknownContent("video", Map.of("type", "video"), Annotations.none()));

    assertThat(text.lines())
        .containsExactly(
            "[image left out: image/png, 3 kB]",
            "[resource a at file:///a, text/plain: notes]",
            "[resource db://2, text/plain]",
            "a note",
            "[resource db://1 left out: binary, 3 bytes]",
            "{\"type\":\"video\"}");
    assertThat(text).doesNotContain(png);
  }

  @Test
  void omitsContentWithUserAudience() {
    Annotations forTheUser = new Annotations(List.of("user"), null, null);

    assertThat(text(new TextContent("private", forTheUser, Map.of())))
        .isEqualTo("[content for the user only was left out]");
  }

  @Test
  void rendersPlaceholderForEmptyResult() {
    assertThat(text()).isEqualTo("The tool returned nothing.");
    assertThat(
            ResultRenderer.render(
                    new CallToolResult(List.of(), null, true, Map.of()),
                    "",
                    ServerOptions.defaults(),
                    LIMIT,
                    (length, maxLength) -> {},
                    StoredResults.Keeper.NONE)
                .text())
        .isEqualTo("The tool failed without saying why.");
  }

  private static String text(ContentBlock... blocks) {
    return render(null, blocks).text();
  }

  private static ToolOutput render(StructuredContent structured, ContentBlock... blocks) {
    return ResultRenderer.render(
        new CallToolResult(List.of(blocks), structured, false, Map.of()),
        "",
        ServerOptions.defaults(),
        LIMIT,
        (length, maxLength) -> {},
        StoredResults.Keeper.NONE);
  }
}
