package com.example.readmes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.validation.NetworkntValidator;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The example of the module's README. */
class ValidationReadmeTest {

  @Test
  void validatesPattern() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server
          .tool("forecast")
          .inputSchema(
              "{\"type\": \"object\", \"properties\":"
                  + " {\"city\": {\"type\": \"string\", \"pattern\": \"^[A-Z]\"}}}");
      try (ToolCatalog catalog =
          ToolCatalog.builder()
              .server("weather", server.transport())
              .schemaValidator(new NetworkntValidator())
              .build()) {
        catalog.awaitReady(Duration.ofSeconds(30));

        assertThat(catalog.call("weather__forecast", "{\"city\": \"oslo\"}").isError()).isTrue();
      }
      assertThat(server.received("tools/call")).isEmpty();
    }
  }
}
