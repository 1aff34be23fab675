/** The client of one MCP server. */
module io.mcpbridge.client {
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires jdk.net;
  requires org.apache.httpcomponents.core5.httpcore5;
  requires static java.sql; // only for the stores of other modules
  requires org.slf4j;

  exports io.mcpbridge.auth;
  exports io.mcpbridge.client;
  exports io.mcpbridge.client.call;
  exports io.mcpbridge.context;
  exports io.mcpbridge.error;
  exports io.mcpbridge.input;
  exports io.mcpbridge.json;
  exports io.mcpbridge.jsonrpc;
  exports io.mcpbridge.model;
  exports io.mcpbridge.transport;
  exports io.mcpbridge.transport.http;
  exports io.mcpbridge.transport.stdio;

  // Internal packages that other modules of this project use.
  exports io.mcpbridge.internal.client to
      io.mcpbridge.catalog;
  exports io.mcpbridge.internal.concurrent to
      io.mcpbridge.catalog,
      io.mcpbridge.cli,
      io.mcpbridge.config,
      io.mcpbridge.doctor,
      io.mcpbridge.oauth,
      io.mcpbridge.spring,
      io.mcpbridge.spring.console;
  exports io.mcpbridge.internal.file to
      io.mcpbridge.catalog,
      io.mcpbridge.cli,
      io.mcpbridge.config,
      io.mcpbridge.oauth;
  exports io.mcpbridge.internal.http.connection to
      io.mcpbridge.config,
      io.mcpbridge.oauth,
      io.mcpbridge.spring,
      io.mcpbridge.test;
  exports io.mcpbridge.internal.jdbc to
      io.mcpbridge.approval,
      io.mcpbridge.catalog,
      io.mcpbridge.oauth;
  exports io.mcpbridge.internal.message to
      io.mcpbridge.test;
  exports io.mcpbridge.internal.pipeline to
      io.mcpbridge.catalog;
  exports io.mcpbridge.internal.revision to
      io.mcpbridge.catalog;
  exports io.mcpbridge.internal.revision.negotiation to
      io.mcpbridge.catalog;
  exports io.mcpbridge.internal.schema to
      io.mcpbridge.catalog,
      io.mcpbridge.doctor;
  exports io.mcpbridge.internal.text to
      io.mcpbridge.approval,
      io.mcpbridge.catalog,
      io.mcpbridge.cli,
      io.mcpbridge.config,
      io.mcpbridge.doctor,
      io.mcpbridge.langchain4j,
      io.mcpbridge.oauth,
      io.mcpbridge.spring,
      io.mcpbridge.spring.console,
      io.mcpbridge.validation;
}
