/** The OAuth 2.1 client of MCP. */
module io.mcpbridge.oauth {
  requires transitive io.mcpbridge.client;
  requires transitive java.sql;
  requires static org.jspecify;
  requires com.nimbusds.jose.jwt;
  requires oauth2.oidc.sdk;
  requires org.apache.httpcomponents.core5.httpcore5;
  requires org.slf4j;

  exports io.mcpbridge.oauth;
  exports io.mcpbridge.oauth.core;
  exports io.mcpbridge.oauth.store;

  opens io.mcpbridge.oauth.h2;
  opens io.mcpbridge.oauth.mariadb;
  opens io.mcpbridge.oauth.mysql;
  opens io.mcpbridge.oauth.oracle;
  opens io.mcpbridge.oauth.postgresql;
  opens io.mcpbridge.oauth.sqlserver;
}
