package com.example.arguments;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Argument validation and correction, as an application uses it. */
@ExtendWith(LeakCheck.class)
class ValidateArgumentsTest {

  private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  private void searchTool() {
    server
        .tool("search")
        .inputSchema(
            "{\"type\": \"object\", \"required\": [\"tenant\", \"query\"], \"properties\": {"
                + "\"tenant\": {\"type\": \"string\"}, \"query\": {\"type\": \"string\"},"
                + " \"limit\": {\"type\": \"integer\"}}}")
        .returns("found");
  }

  private static void ready(ToolCatalog catalog) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(15))).isTrue();
  }

  @Test
  void hidesAndSendsFixedArguments() {
    searchTool();
    ServerOptions options =
        ServerOptions.builder()
            .tool(
                "search",
                ToolOptions.builder()
                    .fixedArgument("limit", 10)
                    .fixedArgument("tenant", () -> TENANT.get())
                    .build())
            .build();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("crm", server.transport(), options).build()) {
      ready(catalog);
      TENANT.set("acme");

      catalog.call("crm__search", "{\"query\": \"x\"}", CallOptions.defaults());

      assertThat(catalog.tools().get(0).shown().inputSchemaJson())
          .contains("query")
          .doesNotContain("tenant", "limit");
      assertThat(server.received("tools/call").get(0).arguments().toJson())
          .isEqualTo("{\"query\":\"x\",\"limit\":10,\"tenant\":\"acme\"}");
    } finally {
      TENANT.remove();
    }
  }

  @Test
  void repairPolicyLeavesValidationToServer() {
    searchTool();
    ServerOptions lenient = ServerOptions.builder().argumentPolicy(ArgumentPolicy.REPAIR).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("crm", server.transport(), lenient).build()) {
      ready(catalog);

      ToolOutput output = catalog.call("crm__search", "{\"limit\": \"3\"}", CallOptions.defaults());

      assertThat(output.text()).isEqualTo("found");
      assertThat(server.received("tools/call").get(0).arguments().toJson())
          .isEqualTo("{\"limit\":3}");
    }
  }

  @Test
  void customSchemaValidatorAddsViolations() {
    searchTool();
    SchemaValidator careful =
        (schema, arguments) -> {
          List<SchemaViolation> problems =
              new ArrayList<>(SchemaValidator.builtIn().check(schema, arguments));
          if ("*".equals(arguments.get("query"))) {
            problems.add(new SchemaViolation(List.of("query"), "must name something"));
          }
          return problems;
        };
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("crm", server.transport()).schemaValidator(careful).build()) {
      ready(catalog);

      assertThat(catalog.call("crm__search", "{\"query\": \"*\"}", CallOptions.defaults()).text())
          .isEqualTo(
              "The arguments of crm__search are invalid: \"tenant\" is missing;"
                  + " \"query\" must name something.");
    }
  }
}
