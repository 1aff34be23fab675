/** The MCP client and the tool catalog. Packages that are not exported are internal. */
module io.mcpbridge.client {
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires jdk.net;
  requires org.apache.httpcomponents.core5.httpcore5;
  requires static transitive java.sql; // only for JdbcResultStore
  requires org.slf4j;

  exports io.mcpbridge.approval;
  exports io.mcpbridge.arguments;
  exports io.mcpbridge.auth;
  exports io.mcpbridge.catalog;
  exports io.mcpbridge.catalog.server;
  exports io.mcpbridge.client;
  exports io.mcpbridge.context;
  exports io.mcpbridge.error;
  exports io.mcpbridge.input;
  exports io.mcpbridge.json;
  exports io.mcpbridge.jsonrpc;
  exports io.mcpbridge.model;
  exports io.mcpbridge.result;
  exports io.mcpbridge.sampling;
  exports io.mcpbridge.schema;
  exports io.mcpbridge.search;
  exports io.mcpbridge.selection;
  exports io.mcpbridge.transport;
  exports io.mcpbridge.transport.http;
  exports io.mcpbridge.transport.stdio;
  exports io.mcpbridge.catalog.guard to
      io.mcpbridge.config;
  exports io.mcpbridge.internal.file to
      io.mcpbridge.config,
      io.mcpbridge.oauth;
  exports io.mcpbridge.internal.content to
      io.mcpbridge.langchain4j,
      io.mcpbridge.spring;
  exports io.mcpbridge.internal.message to
      io.mcpbridge.test;
  exports io.mcpbridge.internal.text to
      io.mcpbridge.config,
      io.mcpbridge.langchain4j,
      io.mcpbridge.oauth,
      io.mcpbridge.spring,
      io.mcpbridge.validation;
  exports io.mcpbridge.internal.http.connection to
      io.mcpbridge.oauth,
      io.mcpbridge.test;
  exports io.mcpbridge.internal.jdbc to
      io.mcpbridge.oauth;
  exports io.mcpbridge.internal.concurrent to
      io.mcpbridge.config,
      io.mcpbridge.oauth,
      io.mcpbridge.spring;

  opens io.mcpbridge.result.h2;
  opens io.mcpbridge.result.mariadb;
  opens io.mcpbridge.result.mysql;
  opens io.mcpbridge.result.oracle;
  opens io.mcpbridge.result.postgresql;
  opens io.mcpbridge.result.sqlserver;
}
