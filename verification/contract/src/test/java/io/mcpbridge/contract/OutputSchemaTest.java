package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Structured content is validated against the output schema, and returned even if invalid. */
@ExtendWith(LeakCheck.class)
class OutputSchemaTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String SCHEMA =
      """
      {"type": "object", "properties": {"degrees": {"type": "number"}}, "required": ["degrees"]}
      """;

  private final FakeMcpServer server = FakeMcpServer.create();
  private final CapturedLog log = new CapturedLog("io.mcpbridge.catalog");
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    log.close();
    server.close();
  }

  private ToolOutput answer(FakeResult result) {
    return answer(SCHEMA, result);
  }

  private ToolOutput answer(String schema, FakeResult result) {
    server.tool("measure").outputSchema(schema).returns(result);
    catalog = ToolCatalog.builder().server("lab", server.transport()).build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return call();
  }

  private ToolOutput call() {
    return catalog.call("lab__measure", "{}", CallOptions.defaults());
  }

  private List<String> warnings() {
    return log.lines().stream().filter(line -> line.startsWith("WARN")).toList();
  }

  @Test
  void doesNotWarnOfValidContent() {
    answer(FakeResult.structured("{\"degrees\": 3.5}"));

    assertThat(warnings()).isEmpty();
  }

  @Test
  void passesOnInvalidStructuredContentAndWarnsOnce() {
    ToolOutput output = answer(FakeResult.structured("{\"degrees\": \"secret-3\"}"));
    call();

    assertThat(output.isError()).isFalse();
    assertThat(output.text()).contains("secret-3");
    assertThat(output.structuredContent().value()).isEqualTo(Map.of("degrees", "secret-3"));
    assertThat(warnings())
        .containsExactly(
            "WARN MCP server \"lab\": the structured content of \"measure\" does not match the"
                + " tool's output schema (check \"degrees\"); passed on unchanged");
  }

  /** Structured content may be any JSON value (2026-07-28, tools, structured content). */
  @Test
  void validatesArrays() {
    answer(
        "{\"type\": \"array\", \"items\": {\"type\": \"number\"}}",
        FakeResult.structured("[1, \"secret-3\"]"));

    assertThat(warnings()).singleElement().asString().contains("\"measure\"", "check \"[1]\"");
  }

  @Test
  void warnsAboutObjectInsteadOfArray() {
    answer("{\"type\": \"array\"}", FakeResult.structured("{\"result\": [1]}"));

    assertThat(warnings()).singleElement().asString().contains("check the top level");
  }

  @Test
  void doesNotWarnAboutNullThatSchemaAllows() {
    answer("{\"type\": [\"integer\", \"null\"]}", FakeResult.structured("null"));

    assertThat(warnings()).isEmpty();
  }

  /** Application rules for arguments do not apply to results. */
  @Test
  void doesNotApplyArgumentValidatorToResults() {
    server.tool("measure").outputSchema(SCHEMA).returns(FakeResult.structured("{\"degrees\": 1}"));
    SchemaValidator strict =
        (schema, arguments) -> List.of(new SchemaViolation(List.of("x"), "is missing"));
    catalog =
        ToolCatalog.builder()
            .server(
                "lab",
                server.transport(),
                ServerOptions.builder().argumentPolicy(ArgumentPolicy.PASS).build())
            .schemaValidator(strict)
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();

    assertThat(call().isError()).isFalse();
    assertThat(warnings()).isEmpty();
  }

  @Test
  void warnsOnceAndPassesOnResultIfValidatorFails() {
    server.tool("measure").outputSchema(SCHEMA).returns(FakeResult.structured("[1]"));
    catalog =
        ToolCatalog.builder()
            .server("lab", server.transport())
            .schemaValidator(
                new SchemaValidator() {
                  @Override
                  public List<SchemaViolation> check(
                      Map<String, Object> schema, Map<String, Object> arguments) {
                    return List.of();
                  }

                  @Override
                  public List<SchemaViolation> checkResult(
                      Map<String, Object> schema, Object content) {
                    throw new IllegalStateException("not for me");
                  }
                })
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();

    assertThat(call().text()).isEqualTo("[1]");
    assertThat(call().text()).isEqualTo("[1]");
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("the results of lab__measure are not validated", "not for me");
  }

  @Test
  void warnsAboutMissingStructuredContent() {
    assertThat(answer(FakeResult.text("3.5")).text()).isEqualTo("3.5");

    assertThat(warnings()).singleElement().asString().contains("\"measure\"", "(there is none)");
  }

  @Test
  void doesNotValidateErrorResults() {
    assertThat(answer(FakeResult.error("no sensor")).isError()).isTrue();

    assertThat(warnings()).isEmpty();
  }
}
