package io.mcpbridge.verification.toolsearch;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.ToolScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A catalog with servers that list the recorded tools. */
final class RecordedServers implements AutoCloseable {

  private final List<FakeMcpServer> servers = new ArrayList<>();
  private final ToolCatalog catalog;

  RecordedServers(Path directory) throws IOException {
    ToolCatalogBuilder builder = ToolCatalog.builder();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
        JsonObject recorded = JsonObject.of(Json.readObject(Files.readString(file)));
        FakeMcpServer server = FakeMcpServer.create();
        servers.add(server);
        if (recorded.has("instructions")) {
          server.instructions(recorded.string("instructions", ""));
        }
        for (Object definition : recorded.list("tools")) {
          add(server, JsonObject.of(definition));
        }
        builder.server(recorded.string("server", ""), server.transport());
      }
    }
    catalog = builder.build();
    if (!catalog.awaitReady(Duration.ofMinutes(1))) {
      close();
      throw new IllegalStateException("the recorded servers are not connected");
    }
  }

  private static void add(FakeMcpServer server, JsonObject definition) {
    ToolScript tool = server.tool(definition.string("name", ""));
    for (String member : Set.of("title", "description", "inputSchema", "annotations")) {
      if (definition.has(member)) {
        tool.with(member, Json.write(definition.get(member)));
      }
    }
  }

  ToolCatalog catalog() {
    return catalog;
  }

  @Override
  public void close() {
    catalog.close();
    servers.forEach(FakeMcpServer::close);
  }
}
