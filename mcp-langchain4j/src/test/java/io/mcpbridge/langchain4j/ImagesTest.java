package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Images in results: for models that can be sent them, a note for others. */
class ImagesTest {

  private static final byte[] PIXELS = {1, 2, 3};

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"ANTHROPIC", "AMAZON_BEDROCK", "GOOGLE_AI_GEMINI"})
  void areHandedToModelsThatTakeThem(ModelProvider provider) {
    List<Content> contents =
        run(
            McpToolProvider.builder(),
            provider,
            FakeResult.text("Before").andImage(PIXELS, "image/png").andText("After"));

    assertThat(contents).hasSize(2);
    assertThat(text(contents)).isEqualTo("Before\n[image 1]\nAfter");
    assertThat(((ImageContent) contents.get(1)).image().base64Data()).isEqualTo("AQID");
    assertThat(((ImageContent) contents.get(1)).image().mimeType()).isEqualTo("image/png");
  }

  /** LangChain4j refuses a request that has more than one text in a tool's result. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ANTHROPIC", "AMAZON_BEDROCK", "GOOGLE_AI_GEMINI"})
  void areANoteForOthers(ModelProvider provider) {
    List<Content> contents =
        run(
            McpToolProvider.builder(),
            provider,
            FakeResult.text("Before").andImage(PIXELS, "image/png"));

    assertThat(contents).hasSize(1);
    assertThat(text(contents)).isEqualTo("Before\n[image left out: image/png, 3 bytes]");
  }

  @Test
  void theApplicationDecidesWhoTakesThem() {
    FakeResult image = FakeResult.image(PIXELS, "image/png");

    assertThat(
            run(
                McpToolProvider.builder().imagesFor(ModelProvider.OPEN_AI),
                ModelProvider.OPEN_AI,
                image))
        .hasSize(2);
    assertThat(run(McpToolProvider.builder().imagesFor(), ModelProvider.ANTHROPIC, image))
        .hasSize(1);
  }

  @Test
  void severalAreCountedInTheirOrder() {
    List<Content> contents =
        run(
            McpToolProvider.builder(),
            ModelProvider.ANTHROPIC,
            FakeResult.image(new byte[] {1}, "image/png")
                .andText("and")
                .andImage(new byte[] {2}, "image/png"));

    assertThat(text(contents)).isEqualTo("[image 1]\nand\n[image 2]");
    assertThat(contents).hasSize(3);
  }

  @Test
  void besideStructuredContentBothAreHandedOver() {
    List<Content> contents =
        run(
            McpToolProvider.builder(),
            ModelProvider.ANTHROPIC,
            FakeResult.structured("{\"degrees\": 7}").andImage(PIXELS, "image/png"));

    assertThat(text(contents)).isEqualTo("{\"degrees\": 7}\n[image 1]");
    assertThat(contents).hasSize(2);
  }

  /** The provider would refuse the request, and each later one that has this in its memory. */
  @Test
  void whatAProviderWouldRefuseIsANote() {
    assertThat(
            run(
                McpToolProvider.builder(),
                ModelProvider.ANTHROPIC,
                FakeResult.image(PIXELS, "image/svg+xml")
                    .andImage(new byte[ResultImages.MOST_BYTES + 3], "image/png")
                    .andBlock(
                        "{\"type\": \"image\", \"data\": \"no base64\", \"mimeType\": \"image/png\"}")))
        .hasSize(1);
  }

  private List<Content> run(
      McpToolProviderBuilder builder, ModelProvider provider, FakeResult result) {
    server.tool("draw").returns(result);
    try (McpToolProvider tools = builder.server("s", server.transport()).build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(10))).isTrue();
      InvocationContext context = InvocationContext.builder().modelProvider(provider).build();
      return tools
          .provideTools(Requests.in(context))
          .aiServiceTools()
          .get(0)
          .toolExecutor()
          .executeWithContext(
              ToolExecutionRequest.builder().id("c1").name("s__draw").arguments("{}").build(),
              context)
          .resultContents();
    }
  }

  private static String text(List<Content> contents) {
    return ((TextContent) contents.get(0)).text();
  }
}
