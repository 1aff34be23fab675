package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After a restart a server knows no earlier session; each server reports that differently. */
class RestartTest {

  @ParameterizedTest
  @CsvSource({
    "everything, echo, message",
    "everything-sse, echo, message",
    "java-sdk-streamable, echo, text",
    "java-sdk-sse, echo, text",
    "spring-ai-streamable, echo, text",
    "modern, greet, name"
  })
  void theNextCallGoesToTheNewServer(String name, String tool, String argument) {
    String arguments = "{\"%s\":\"again\"}".formatted(argument);
    RunningServer first = RunningServer.start(name);
    try (McpClient client =
        McpClient.builder(StreamableHttpTransport.of(first.url())).name(name).build()) {
      assertThat(client.callTool(tool, arguments).text()).contains("again");
      first.close();
      try (RunningServer second = RunningServer.startInPlaceOf(first)) {
        assertThat(second.url()).isEqualTo(first.url());
        assertThat(client.callTool(tool, arguments).text()).contains("again");
      }
    } finally {
      first.close();
    }
  }
}
