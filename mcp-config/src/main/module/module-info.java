/** MCP servers from the files of other clients. */
module io.mcpbridge.config {
  requires transitive io.mcpbridge.catalog;
  requires static org.jspecify;
  requires org.slf4j;

  exports io.mcpbridge.config;
  exports io.mcpbridge.config.internal.entry to
      io.mcpbridge.cli;
}
