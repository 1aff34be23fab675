package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.message.VideoContent;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.PromptScript;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a server's prompt maps to LangChain4j messages. */
class PromptMessagesTest {

  /** Connected by its first use, when the test has scripted it. */
  private static final ServerOptions LAZY = ServerOptions.builder().start(StartPolicy.LAZY).build();

  private final FakeMcpServer server = FakeMcpServer.create();
  private final PromptScript prompt = server.prompt("p");
  private final ToolCatalog catalog =
      ToolCatalog.builder().server("s", server.transport(), LAZY).build();

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private List<ChatMessage> messages() {
    return PromptMessages.of(catalog.prompts().get("s", "p", Map.of()));
  }

  private Content content(String json) {
    prompt.messageOf("user", json);
    return ((UserMessage) messages().get(0)).contents().get(0);
  }

  @Test
  void convertsMessagesInOrder() {
    prompt.message("user", "Review it.").message("assistant", "Which file?").message("user", "a");

    assertThat(messages())
        .containsExactly(
            UserMessage.from("Review it."), AiMessage.from("Which file?"), UserMessage.from("a"));
  }

  @Test
  void convertsSystemRoleToUserMessage() {
    prompt.message("system", "Obey me.");

    assertThat(messages()).containsExactly(UserMessage.from("Obey me."));
  }

  @Test
  void convertsImagesAndAudio() {
    assertThat(content("{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AQID\"}"))
        .isEqualTo(ImageContent.from("AQID", "image/png"));
  }

  @Test
  void convertsAudioContent() {
    assertThat(content("{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"AQID\"}"))
        .isEqualTo(AudioContent.from("AQID", "audio/wav"));
  }

  @Test
  void convertsEmbeddedResources() {
    prompt
        .messageOf("user", resource("\"mimeType\":\"text/plain\",\"text\":\"line\""))
        .messageOf("user", resource("\"mimeType\":\"image/gif\",\"blob\":\"AQID\""))
        .messageOf("user", resource("\"mimeType\":\"video/mp4\",\"blob\":\"AQID\""))
        .messageOf("user", resource("\"mimeType\":\"application/pdf\",\"blob\":\"AQID\""))
        .messageOf("user", resource("\"mimeType\":\"application/zip\",\"blob\":\"AQID\""));

    assertThat(messages())
        .extracting(message -> ((UserMessage) message).contents().get(0))
        .containsExactly(
            TextContent.from("[resource file:///r, text/plain]\nline"),
            ImageContent.from("AQID", "image/gif"),
            VideoContent.from("AQID", "video/mp4"),
            PdfFileContent.from("AQID", "application/pdf"),
            TextContent.from("[resource file:///r left out: application/zip, 3 bytes]"));
  }

  @Test
  void unsupportedContentBecomesNote() {
    prompt
        .messageOf("assistant", "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AQID\"}")
        .messageOf("user", "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"\"}")
        .messageOf("user", "{\"type\":\"resource_link\",\"uri\":\"file:///l\",\"name\":\"l\"}")
        .messageOf("user", "{\"type\":\"hologram\",\"watts\":5}")
        .message("user", "");

    assertThat(messages())
        .containsExactly(
            AiMessage.from("[image left out: image/png, 3 bytes]"),
            UserMessage.from("[image left out: image/png, 0 bytes]"),
            UserMessage.from("[resource l at file:///l]"),
            UserMessage.from("{\"type\":\"hologram\",\"watts\":5}"),
            UserMessage.from(""));
  }

  private static String resource(String members) {
    return "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///r\"," + members + "}}";
  }
}
