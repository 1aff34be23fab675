package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Images and audio arrive as Base64, and from some servers as data URLs. */
@ExtendWith(LeakCheck.class)
class ImageDataTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  private CallToolResult answer(String block) {
    server.tool("draw").returns(FakeResult.empty().andBlock(block));
    try (McpClient client = McpClient.of(server.transport())) {
      return client.callTool("draw");
    }
  }

  private ImageContent image(String members) {
    return (ImageContent) answer("{\"type\": \"image\", " + members + "}").content().get(0);
  }

  @Test
  void buildsDataUrlFromBase64() {
    ImageContent image = image("\"data\": \"aGk=\", \"mimeType\": \"image/png\"");

    assertThat(image.data()).isEqualTo("aGk=");
    assertThat(image.dataUrl()).isEqualTo("data:image/png;base64,aGk=");
  }

  @Test
  void readsBase64FromDataUrl() {
    ImageContent image =
        image("\"data\": \"data:image/png;base64,aGk=\", \"mimeType\": \"image/jpeg\"");

    assertThat(image.data()).isEqualTo("aGk=");
    assertThat(image.mimeType()).as("what the server says besides").isEqualTo("image/jpeg");
  }

  @Test
  void usesMimeTypeOfDataUrlIfMissing() {
    assertThat(image("\"data\": \"data:image/gif;base64,aGk=\"").mimeType()).isEqualTo("image/gif");
    assertThat(image("\"data\": \"data:;base64,aGk=\"").mimeType()).isEqualTo("image/*");
  }

  @Test
  void readsAudioFromDataUrl() {
    CallToolResult result =
        answer("{\"type\": \"audio\", \"data\": \"data:audio/wav;base64,aGk=\"}");

    assertThat(result.content())
        .singleElement()
        .isInstanceOfSatisfying(
            AudioContent.class,
            audio -> {
              assertThat(audio.data()).isEqualTo("aGk=");
              assertThat(audio.mimeType()).isEqualTo("audio/wav");
            });
  }
}
