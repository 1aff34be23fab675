/** Approvals that last, in a table of the application's database. */
module io.mcpbridge.approval {
  requires transitive io.mcpbridge.catalog;
  requires transitive java.sql;
  requires static org.jspecify;
  requires org.slf4j;

  exports io.mcpbridge.approval.jdbc;

  opens io.mcpbridge.approval.jdbc.h2;
  opens io.mcpbridge.approval.jdbc.mariadb;
  opens io.mcpbridge.approval.jdbc.mysql;
  opens io.mcpbridge.approval.jdbc.oracle;
  opens io.mcpbridge.approval.jdbc.postgresql;
  opens io.mcpbridge.approval.jdbc.sqlserver;
}
