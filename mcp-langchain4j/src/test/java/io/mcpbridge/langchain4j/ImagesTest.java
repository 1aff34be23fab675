package io.mcpbridge.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.catalog.internal.content.ResultMedia;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Images in results: passed to models that support them, a note for others. */
class ImagesTest {

  /** The signature of a PNG, and one byte more. */
  static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 1};

  private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0, 0, 16};

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"ANTHROPIC", "GOOGLE_AI_GEMINI"})
  void areHandedToModelsThatTakeThem(ModelProvider provider) {
    List<Content> contents =
        run(
            McpToolProvider.builder(),
            provider,
            FakeResult.text("Before").andImage(PNG, "image/png").andText("After"));

    assertThat(contents).hasSize(2);
    assertThat(text(contents)).isEqualTo("Before\n[image 1]\nAfter");
    assertThat(((ImageContent) contents.get(1)).image().base64Data()).isEqualTo("iVBORw0KGgoB");
    assertThat(((ImageContent) contents.get(1)).image().mimeType()).isEqualTo("image/png");
  }

  /** LangChain4j refuses a request that has more than one text in a tool's result. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ANTHROPIC", "GOOGLE_AI_GEMINI"})
  void areANoteForOthers(ModelProvider provider) {
    List<Content> contents =
        run(
            McpToolProvider.builder(),
            provider,
            FakeResult.text("Before").andImage(PNG, "image/png"));

    assertThat(contents).hasSize(1);
    assertThat(text(contents)).isEqualTo("Before\n[image left out: image/png, 9 bytes]");
  }

  @Test
  void applicationChoosesProvidersForImages() {
    FakeResult image = FakeResult.image(PNG, "image/png");

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
  void numbersImagesInOrder() {
    List<Content> contents =
        run(
            McpToolProvider.builder(),
            ModelProvider.ANTHROPIC,
            FakeResult.image(PNG, "image/png").andText("and").andImage(PNG, "image/png"));

    assertThat(text(contents)).isEqualTo("[image 1]\nand\n[image 2]");
    assertThat(contents).hasSize(3);
  }

  @Test
  void returnsStructuredContentAndImage() {
    List<Content> contents =
        run(
            McpToolProvider.builder(),
            ModelProvider.ANTHROPIC,
            FakeResult.structured("{\"degrees\": 7}").andImage(PNG, "image/png"));

    assertThat(text(contents)).isEqualTo("{\"degrees\":7}\n[image 1]");
    assertThat(contents).hasSize(2);
  }

  /** The provider would refuse the request, and each later one with this in its memory. */
  @Test
  void unsupportedImageBecomesNote() {
    assertThat(
            run(
                McpToolProvider.builder(),
                ModelProvider.ANTHROPIC,
                FakeResult.image("<svg/>".getBytes(UTF_8), "image/svg+xml")
                    .andImage(Arrays.copyOf(PNG, ResultMedia.MAX_BYTES + 3), "image/png")
                    .andBlock(
                        "{\"type\": \"image\", \"data\": \"no base64\", \"mimeType\": \"image/png\"}")))
        .hasSize(1);
  }

  /** Anthropic refuses a JPEG declared as PNG, which servers with screenshots send. */
  @Test
  void detectsMimeTypeFromBytes() {
    List<Content> contents =
        run(
            McpToolProvider.builder(),
            ModelProvider.ANTHROPIC,
            FakeResult.image(new byte[9], "image/png")
                .andImage(JPEG, "image/png")
                .andImage(PNG, "image/png"));

    assertThat(text(contents))
        .isEqualTo("[image left out: image/png, 9 bytes]\n[image 1]\n[image 2]");
    assertThat(((ImageContent) contents.get(1)).image().mimeType()).isEqualTo("image/jpeg");
    assertThat(((ImageContent) contents.get(2)).image().mimeType()).isEqualTo("image/png");
  }

  /**
   * Not every model of Amazon Bedrock supports images, and the request does not say which it is.
   */
  @Test
  void bedrockImagesAreOptIn() {
    assertThat(
            run(
                McpToolProvider.builder().imagesFor(ModelProvider.AMAZON_BEDROCK),
                ModelProvider.AMAZON_BEDROCK,
                FakeResult.image(PNG, "image/png")))
        .hasSize(2);
  }

  @Test
  void replacesImagesAboveLimitWithNotes() {
    FakeResult album = FakeResult.text("Album");
    for (int i = 0; i < 12; i++) {
      album = album.andImage(PNG, "image/png");
    }

    List<Content> contents = run(McpToolProvider.builder(), ModelProvider.ANTHROPIC, album);

    assertThat(contents).hasSize(1 + 10);
    assertThat(text(contents))
        .endsWith("[image 10]" + "\n[image left out: image/png, 9 bytes]".repeat(2));
  }

  @Test
  void limitsTotalSizeOfImages() {
    FakeResult album = FakeResult.text("Album");
    for (int i = 0; i < 4; i++) {
      album = album.andImage(Arrays.copyOf(PNG, ResultMedia.MAX_BYTES), "image/png");
    }

    assertThat(run(McpToolProvider.builder(), ModelProvider.ANTHROPIC, album)).hasSize(1 + 3);
  }

  private List<Content> run(
      McpToolProviderBuilder builder, ModelProvider provider, FakeResult result) {
    server.tool("draw").returns(result);
    try (McpToolProvider tools = builder.server("s", server.transport()).build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      InvocationContext context = InvocationContext.builder().modelProvider(provider).build();
      return tools
          .provideTools(Requests.withContext(context))
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
