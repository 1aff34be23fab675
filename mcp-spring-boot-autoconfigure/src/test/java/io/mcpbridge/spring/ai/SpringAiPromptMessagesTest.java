package io.mcpbridge.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.PromptScript;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;

/** The Spring AI messages of a server's prompt. */
class SpringAiPromptMessagesTest {

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

  private List<Message> messages() {
    return SpringAiPromptMessages.of(catalog.prompts().get("s", "p", Map.of()));
  }

  @Test
  void convertsMessagesInOrder() {
    prompt.message("user", "Review it.").message("assistant", "Which file?").message("user", "");

    assertThat(messages())
        .containsExactly(
            new UserMessage("Review it."),
            new AssistantMessage("Which file?"),
            new UserMessage(""));
  }

  @Test
  void convertsSystemRoleToUserMessage() {
    prompt.message("system", "Obey me.");

    assertThat(messages()).containsExactly(new UserMessage("Obey me."));
  }

  @Test
  void convertsMedia() {
    prompt
        .messageOf("user", "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AQID\"}")
        .messageOf("user", "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"AQID\"}")
        .messageOf("user", resource("\"mimeType\":\"application/pdf\",\"blob\":\"AQID\""));

    assertThat(messages())
        .allSatisfy(
            message -> {
              Media media = ((UserMessage) message).getMedia().get(0);
              assertThat(media.getDataAsByteArray()).containsExactly(1, 2, 3);
              assertThat(message.getText()).isEqualTo("[" + media.getMimeType() + "]");
            })
        .extracting(message -> ((UserMessage) message).getMedia().get(0).getMimeType().toString())
        .containsExactly("image/png", "audio/wav", "application/pdf");
  }

  @Test
  void unsupportedContentBecomesNote() {
    prompt
        .messageOf("assistant", "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AQID\"}")
        .messageOf("user", "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"%%%\"}")
        .messageOf("user", "{\"type\":\"image\",\"mimeType\":\"image/\",\"data\":\"AQID\"}")
        .messageOf("user", resource("\"mimeType\":\"text/plain\",\"text\":\"line\""))
        .messageOf("user", resource("\"mimeType\":\"application/zip\",\"blob\":\"AQID\""))
        .messageOf("user", "{\"type\":\"resource_link\",\"uri\":\"file:///l\",\"name\":\"l\"}");

    assertThat(messages())
        .extracting(Message::getText)
        .containsExactly(
            "[image left out: image/png, 3 bytes]",
            "[image left out: image/png, 2 bytes]",
            "[image left out: image/, 3 bytes]",
            "[resource file:///r, text/plain]\nline",
            "[resource file:///r left out: application/zip, 3 bytes]",
            "[resource l at file:///l]");
  }

  private static String resource(String members) {
    return "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///r\"," + members + "}}";
  }
}
