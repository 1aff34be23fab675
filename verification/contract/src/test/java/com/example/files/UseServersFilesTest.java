package com.example.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.config.ConfigSource;
import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.config.ServersFileSync;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/how-to/use-mcp-servers-files.md. */
@ExtendWith(LeakCheck.class)
class UseServersFilesTest {

  @TempDir Path folder;

  @Test
  void addsServersFromFileToBuilder() throws IOException {
    Path file = Files.writeString(folder.resolve("mcp.json"), text("\"url\": \"http://x/mcp\""));

    ToolCatalogBuilder builder = ServersFiles.of(file).read().addTo(ToolCatalog.builder());

    try (ToolCatalog catalog = builder.build()) {
      assertThat(catalog.servers()).hasSize(1);
    }
  }

  @Test
  void appliesFilesToRunningCatalog() throws IOException {
    Path home = folder;
    Path project = folder;
    Files.writeString(home.resolve("mcp.json"), text("\"url\": \"${input:news-url}\""));
    Map<String, String> environment = Map.of("NEWS_URL", "http://news/mcp", "TOKEN", "s3cret");
    Map<String, String> vault = Map.of();
    try (ToolCatalog catalog = ToolCatalog.builder().build()) {
      ServersFiles files =
          ServersFiles.builder()
              .global(home.resolve("mcp.json"))
              .project(project.resolve(".vscode/mcp.json")) // only if you trust it
              .environment(environment::get)
              .inputs(input -> vault.get(input.id()))
              .allow(server -> server.url() != null) // no stdio servers
              .build();

      ServersFileSync sync = files.applyTo(catalog);

      try (sync) {
        sync.put(
            ConfigSource.GLOBAL,
            "news",
            Map.of("url", "${NEWS_URL}", "headers", Map.of("Authorization", "Bearer ${TOKEN}")));
        sync.disable(ConfigSource.GLOBAL, "news");
        sync.enable(ConfigSource.GLOBAL, "news");
        sync.remove(ConfigSource.GLOBAL, "news");

        assertThat(catalog.servers()).extracting(status -> status.name()).containsExactly("one");
        assertThat(sync.current().server("one").isUsable()).as("no server answers").isFalse();
      }
    }
  }

  @Test
  void givesCredentialsToEntriesThatWantLogin() throws IOException {
    try (FakeMcpServer docs = FakeMcpServer.create()) {
      docs.tool("now");
      Path file =
          Files.writeString(
              folder.resolve("claude_desktop_config.json"),
              text(
                  "\"command\": \"npx\", \"args\": [\"mcp-remote\", \"%s\"]"
                      .formatted(docs.url())));
      Function<RemoteServer, Credentials> logins =
          entry -> BearerToken.of("token-of-" + entry.name());
      ServersFiles files =
          ServersFiles.builder()
              .global(file)
              .http(
                  (server, http) -> {
                    if (server.wantsLogin()) {
                      http.credentials(logins.apply(server)); // such as OAuthCredentials
                    }
                  })
              .build();

      try (ToolCatalog catalog = files.read().addTo(ToolCatalog.builder()).build()) {
        assertThat(catalog.awaitReady(Duration.ofSeconds(15))).isTrue();
      }
      assertThat(docs.received("tools/list").get(0).header("Authorization"))
          .isEqualTo("Bearer token-of-one");
    }
  }

  private static String text(String entry) {
    return "{\"mcpServers\": {\"one\": {" + entry + "}}}";
  }
}
