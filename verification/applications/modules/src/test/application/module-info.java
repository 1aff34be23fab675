module com.example {
  requires io.mcpbridge.approval;
  requires io.mcpbridge.catalog;
  requires io.mcpbridge.client;
  requires io.mcpbridge.config;
  requires io.mcpbridge.oauth;
  requires io.mcpbridge.test;
}
