package com.example;

import io.mcpbridge.approval.jdbc.JdbcApprovalStore;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** Calls a tool over HTTP, once by the client and once by the catalog. */
public final class Application {

  public static void main(String[] args) throws Exception {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast").handler(call -> FakeResult.text("clear in " + call.string("city")));
      try (McpClient client =
              McpClient.of(StreamableHttpTransport.of(server.url()));
          ToolCatalog catalog =
              ToolCatalog.builder()
                  .server("weather", StreamableHttpTransport.of(server.url()))
                  .build()) {
        System.out.println(client.callTool("forecast", Map.of("city", "Oslo")).text());
        catalog.awaitReady(Duration.ofSeconds(20));
        System.out.println(catalog.call("weather__forecast", "{\"city\": \"Rome\"}").text());
      }
    }
    Stream.of(
            McpClient.class,
            ToolCatalog.class,
            ServersFiles.class,
            OAuthCredentials.class,
            JdbcApprovalStore.class,
            FakeMcpServer.class)
        .map(Class::getModule)
        .forEach(System.out::println);
  }

  private Application() {}
}
