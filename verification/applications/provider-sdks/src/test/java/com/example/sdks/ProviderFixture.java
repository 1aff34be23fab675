package com.example.sdks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server with tools that every provider gets differently, and a provider. */
@ExtendWith(LeakCheck.class)
abstract class ProviderFixture {

  final FakeMcpServer server = FakeMcpServer.create();
  final ProviderEndpoint provider = new ProviderEndpoint();
  ToolCatalog catalog;

  @BeforeEach
  void connect() {
    server
        .tool("forecast")
        .description("Tells the weather.")
        .inputSchema(
            """
            {"type": "object", "title": "Weather query",
             "properties": {
               "city": {"type": "string", "minLength": 2, "pattern": "^[A-Z]"},
               "days": {"type": "integer", "minimum": 1, "maximum": 7},
               "near": {"$ref": "#/$defs/Place"}},
             "required": ["city"],
             "additionalProperties": false,
             "$defs": {"Place": {"type": "object", "properties": {"name": {"type": "string"}}}}}
            """)
        .handler(call -> FakeResult.text("sunny in " + call.string("city")));
    server
        .tool("book")
        .description("Books a table. " + "Long. ".repeat(300))
        .inputSchema("{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}")
        .handler(call -> FakeResult.error("no table is free"));
    server.tool("odd").inputSchema("{\"type\": \"string\"}").returns("never");
    catalog = ToolCatalog.builder().server("city", server.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    catalog.close();
    provider.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  AdaptedSchema schema(String modelName, SchemaProfile profile) {
    return catalog.snapshot().tool(modelName).adaptedTo(profile).schema();
  }

  static JsonNode inputSchema(AdaptedSchema schema) {
    return ProviderEndpoint.json(schema.inputSchemaJson());
  }
}
