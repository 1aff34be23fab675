package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.model.Resource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An old server, which supports only 2024-11-05. */
class PostgresTest extends PeerTest {

  static Stream<Peer> peers() {
    return Stream.of(Peer.of("server-postgres 0.6.2", "stdio", "2024-11-05", PostgresTest::open));
  }

  private static ServerConnection open() {
    String database = System.getenv("POSTGRES_URL");
    assertThat(database)
        .as("POSTGRES_URL: start this with verification/third-party/real-servers/test")
        .isNotNull();
    return ServerConnection.stdio(Installation.npm("mcp-server-postgres"), database);
  }

  @Override
  Stream<ToolCall> calls() {
    return Stream.of(
        ToolCall.saying(
            "query",
            Map.of("sql", "SELECT name FROM city WHERE inhabitants > 500000"),
            "\"name\": \"Oslo\""),
        ToolCall.refused("query", Map.of("sql", "DROP TABLE city"), "read-only transaction"),
        ToolCall.refused("query", Map.of("sql", "SELEC 1"), "syntax error", "SELEC"));
  }

  @Test
  void exposesTableColumnsAsResources() {
    List<Resource> resources = client().listResources();

    assertThat(resources).extracting(Resource::name).containsExactly("\"city\" database schema");
    assertThat(client().readResource(resources.get(0).uri()).contents().get(0).text())
        .contains("inhabitants", "integer");
  }
}
