/** MCP servers for tests. */
module io.mcpbridge.test {
  requires transitive io.mcpbridge.client;
  requires static org.jspecify;
  requires static org.junit.jupiter.api;

  exports io.mcpbridge.test;
  exports io.mcpbridge.test.exchange;
}
