package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.model.Resource;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryTest extends PeerTest {

  @TempDir static Path folder;

  static Stream<Peer> peers() {
    return Stream.of(Peer.of("server-memory", "stdio", "2025-11-25", MemoryTest::open));
  }

  private static ServerConnection open() {
    return ServerConnection.stdio(
        StdioTransport.builder(Installation.npm("mcp-server-memory"))
            .env("MEMORY_FILE_PATH", folder.resolve("memory.jsonl").toString())
            .build());
  }

  @Override
  Stream<ToolCall> calls() {
    Map<String, ?> ada = Map.of("name", "Ada", "entityType", "person", "observations", List.of());
    Map<String, ?> tea = Map.of("name", "tea", "entityType", "drink", "observations", List.of());
    Map<String, ?> drinks =
        Map.of("relations", List.of(Map.of("from", "Ada", "to", "tea", "relationType", "drinks")));
    return Stream.of(
        ToolCall.saying("create_entities", Map.of("entities", List.of(ada, tea)), "Ada"),
        ToolCall.saying("create_relations", drinks, "drinks"),
        ToolCall.saying(
            "add_observations",
            Map.of(
                "observations",
                List.of(Map.of("entityName", "Ada", "contents", List.of("counts", "waits")))),
            "waits"),
        ToolCall.saying("search_nodes", Map.of("query", "counts"), "Ada"),
        ToolCall.saying("open_nodes", Map.of("names", List.of("tea")), "drink"),
        ToolCall.saying(
            "delete_observations",
            Map.of(
                "deletions",
                List.of(Map.of("entityName", "Ada", "observations", List.of("waits")))),
            "deleted"),
        ToolCall.saying("delete_relations", drinks, "deleted"),
        ToolCall.saying("delete_entities", Map.of("entityNames", List.of("tea")), "deleted"),
        ToolCall.of(
            "read_graph",
            Map.of(),
            result ->
                assertThat(result.structuredContent().value())
                    .isEqualTo(
                        Map.of(
                            "entities",
                            List.of(
                                Map.of(
                                    "name",
                                    "Ada",
                                    "entityType",
                                    "person",
                                    "observations",
                                    List.of("counts"))),
                            "relations",
                            List.of()))));
  }

  @Test
  void exposesGraphAsResource() {
    assertThat(client().listResources())
        .extracting(Resource::uri)
        .containsExactly("memory://knowledge-graph");
    assertThat(client().readResource("memory://knowledge-graph").contents().get(0).text())
        .contains("\"entities\"");
  }
}
