package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The catalog that a servers file configures. */
@ExtendWith(LeakCheck.class)
class ServersFilesTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void resolvesVariablesOfServers() throws IOException {
    Path file = folder.resolve("mcp.json");
    Files.writeString(
        file,
        """
        {"mcpServers": {
           "weather": {"url": "${WEATHER_URL}", "headers": {"X-Key": "Key ${env:TOKEN}"}},
           "bridged": {"command": "npx", "args": ["-y", "mcp-remote", "${WEATHER_URL}",
                       "--header", "X-Key:${KEY}"], "env": {"KEY": "of ${TOKEN}"}},
           "wrong": {"url": "${WEATHER_URL}", "headers": {"X-Key": "${NOT_SET}"}},
           "off": {"url": "${WEATHER_URL}", "disabled": true},
           "own": {"command": "no-such-command"}}}
        """);
    try (FakeMcpServer weather = FakeMcpServer.create();
        FakeMcpServer embedded = FakeMcpServer.create()) {
      weather.tool("now").returns("sunny");
      ServersFiles files =
          ServersFiles.builder()
              .global(file)
              .environment(Map.of("WEATHER_URL", weather.url(), "TOKEN", "s3cret")::get)
              .build();
      try (ToolCatalog catalog =
          files.read().addTo(ToolCatalog.builder().server("own", embedded.transport())).build()) {
        assertThat(catalog.awaitReady(SOON)).isTrue();

        assertThat(catalog.servers())
            .extracting(ServerStatus::name)
            .containsExactly("own", "weather", "bridged");
        assertThat(catalog.call("weather__now", "{}", CallOptions.defaults()).text())
            .isEqualTo("sunny");
        assertThat(catalog.call("bridged__now", "{}", CallOptions.defaults()).text())
            .isEqualTo("sunny");
        assertThat(weather.received("tools/call"))
            .extracting(call -> call.headers().get("X-Key"))
            .containsExactly("Key s3cret", "of s3cret");
        assertThat(embedded.received("tools/list")).isNotEmpty();
      }
    }
  }
}
