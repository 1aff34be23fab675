/** The tools of many MCP servers as one set. */
module io.mcpbridge.catalog {
  requires transitive io.mcpbridge.client;
  requires static transitive java.sql; // only for JdbcResultStore
  requires static org.jspecify;
  requires org.slf4j;

  exports io.mcpbridge.approval;
  exports io.mcpbridge.arguments;
  exports io.mcpbridge.catalog;
  exports io.mcpbridge.catalog.server;
  exports io.mcpbridge.result;
  exports io.mcpbridge.sampling;
  exports io.mcpbridge.schema;
  exports io.mcpbridge.search;
  exports io.mcpbridge.selection;

  exports io.mcpbridge.catalog.internal.access to
      io.mcpbridge.config,
      io.mcpbridge.langchain4j,
      io.mcpbridge.spring,
      io.mcpbridge.spring.ai;
  exports io.mcpbridge.catalog.internal.content to
      io.mcpbridge.langchain4j,
      io.mcpbridge.spring.ai;
  exports io.mcpbridge.catalog.internal.resilience to
      io.mcpbridge.config;

  opens io.mcpbridge.result.h2;
  opens io.mcpbridge.result.mariadb;
  opens io.mcpbridge.result.mysql;
  opens io.mcpbridge.result.oracle;
  opens io.mcpbridge.result.postgresql;
  opens io.mcpbridge.result.sqlserver;
}
