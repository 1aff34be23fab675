/** Finds what is wrong with MCP servers. */
module io.mcpbridge.doctor {
  requires transitive io.mcpbridge.catalog;
  requires static org.jspecify;

  exports io.mcpbridge.doctor;
}
