package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How arguments written by a model are parsed and corrected. */
@ExtendWith(LeakCheck.class)
class ArgumentsStepTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private static final String SCHEMA =
      """
      {"type": "object", "required": ["city"],
       "properties": {
         "city": {"type": "string"}, "days": {"type": "integer"}, "tenant": {"type": "string"}}}
      """;

  private final FakeMcpServer weather = FakeMcpServer.create().named("weather", "1");
  private String schema = SCHEMA;
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    if (catalog != null) {
      catalog.close();
    }
    weather.close();
  }

  private void start(ServerOptions options) {
    start(options, SchemaValidator.builtIn());
  }

  private void start(ServerOptions options, SchemaValidator validator) {
    weather.tool("forecast").inputSchema(schema).returns("sunny");
    catalog =
        ToolCatalog.builder()
            .server("weather", weather.transport(), options)
            .schemaValidator(validator)
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private static ServerOptions with(ArgumentPolicy policy) {
    return ServerOptions.builder().argumentPolicy(policy).build();
  }

  private static ServerOptions with(ToolOptions.Builder forecast) {
    return ServerOptions.builder().tool("forecast", forecast.build()).build();
  }

  private ToolOutput call(String arguments) {
    return catalog.call("weather__forecast", arguments, CallOptions.defaults());
  }

  private String sent(String arguments) {
    weather.clearReceived();
    assertThat(call(arguments).text()).isEqualTo("sunny");
    return weather.received("tools/call").get(0).arguments().toJson();
  }

  @Test
  void repairsArguments() {
    start(ServerOptions.defaults());

    assertThat(sent("{\"city\":\"Oslo\",\"days\":\"3\",\"tenant\":null}"))
        .isEqualTo("{\"city\":\"Oslo\",\"days\":3}");
    assertThat(sent("```json\n{\"city\": 7}\n```")).isEqualTo("{\"city\":\"7\"}");
    assertThat(sent("\"{\\\"city\\\": \\\"Oslo\\\"}\"")).isEqualTo("{\"city\":\"Oslo\"}");
  }

  @Test
  void sendsValidArgumentsUnchanged() {
    start(ServerOptions.defaults());
    String written =
        "{\"city\":\"Oslo\",\"big\":123456789012345678901234567890,\"exact\":0.10,\"none\":null,"
            + "\"nested\":[[1,[null]],{\"a\":[true]}]}";

    assertThat(sent(written)).isEqualTo(written);
  }

  @Test
  void reportsInvalidArgumentsToModelWithoutSending() {
    start(ServerOptions.defaults());

    ToolOutput output = call("{\"days\":\"three\"}");

    assertThat(output.isError()).isTrue();
    assertThat(output.text())
        .isEqualTo(
            "The arguments of weather__forecast are invalid:"
                + " \"days\" must be an integer, not \"three\"; \"city\" is missing.");
    assertThat(output.failure())
        .isInstanceOf(McpInvalidArgumentsException.class)
        .hasMessageContainingAll("\"weather\"", "forecast", "check \"days\"");
    assertThat(weather.received("tools/call")).isEmpty();
    assertThat(call("{\"city\":\"Oslo\"}").text()).as("the next try").isEqualTo("sunny");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"city\": oops}", "[1]", "\"Oslo\"", "{\"city\":"})
  void whatIsNoObjectIsToldToTheModel(String written) {
    start(ServerOptions.defaults());

    ToolOutput output = call(written);

    assertThat(output.text())
        .startsWith("The arguments of weather__forecast cannot be read: ")
        .containsAnyOf("line 1, column", "a JSON object was expected");
    assertThat(output.failure()).isInstanceOf(McpInvalidArgumentsException.class);
    assertThat(weather.received("tools/call")).isEmpty();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " ", "null", "{}"})
  void aToolWithoutArgumentsIsCalledWithAnEmptyObject(String written) {
    schema = "{\"type\": \"object\"}";
    start(ServerOptions.defaults());

    assertThat(sent(written)).isEqualTo("{}");
  }

  @Test
  void repairPolicySendsInvalidArguments() {
    start(with(ArgumentPolicy.REPAIR));

    assertThat(sent("{\"days\":\"three\",\"city\":7}"))
        .isEqualTo("{\"days\":\"three\",\"city\":\"7\"}");
  }

  @Test
  void passPolicySendsArgumentsUnchanged() {
    start(with(ArgumentPolicy.PASS));

    assertThat(sent("{\"days\":\"3\",\"city\":7,\"tenant\":null}"))
        .isEqualTo("{\"days\":\"3\",\"city\":7,\"tenant\":null}");
    assertThat(call("no JSON").text()).contains("cannot be read");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"object\",\"properties\":{\"city\":true,\"days\":{\"type\":\"nonsense\"}}}",
        "{\"type\":\"object\",\"properties\":[],\"required\":7,\"additionalProperties\":false}",
        "{\"type\":\"object\",\"properties\":{\"city\":{\"$ref\":\"http://127.0.0.1:1/city\"}}}",
        "{\"type\":\"object\",\"$ref\":\"#\",\"allOf\":[{\"$ref\":\"#\"}]}",
        "{\"type\":\"object\"}"
      })
  void anOddSchemaNeitherHidesAToolNorStopsACall(String odd) {
    schema = odd;
    start(ServerOptions.defaults());

    assertThat(sent("{\"city\":1,\"days\":\"x\"}")).isEqualTo("{\"city\":1,\"days\":\"x\"}");
  }

  @Test
  void usesCustomSchemaValidator() {
    start(
        ServerOptions.defaults(),
        (itsSchema, arguments) ->
            arguments.containsKey("days")
                ? List.of()
                : List.of(
                    new SchemaViolation(
                        List.of("days"), "is missing, says " + itsSchema.get("type"))));

    assertThat(call("{\"city\":\"Oslo\"}").text())
        .isEqualTo(
            "The arguments of weather__forecast are invalid: \"days\" is missing, says object.");
    assertThat(sent("{\"days\":1}")).isEqualTo("{\"days\":1}");
  }

  @Test
  void validatesArgumentsThatNeedNoRepairOnlyOnceAsTheBuiltInValidatorDoes() {
    List<Object> checked = new ArrayList<>();
    List<Object> further = new ArrayList<>();
    start(
        ServerOptions.defaults(),
        new SchemaValidator() {
          @Override
          public List<SchemaViolation> check(
              Map<String, @Nullable Object> itsSchema, Map<String, @Nullable Object> arguments) {
            checked.add(arguments.get("days"));
            return List.of();
          }

          @Override
          public List<SchemaViolation> checkFurther(
              Map<String, @Nullable Object> itsSchema, Map<String, @Nullable Object> arguments) {
            further.add(arguments.get("days"));
            return List.of();
          }
        });

    call("{\"city\":\"Oslo\",\"days\":1}");
    call("{\"city\":\"Oslo\",\"days\":\"2\"}"); // repaired

    assertThat(further).containsExactly(1);
    assertThat(checked).containsExactly(2);
  }

  @Test
  void sendsCallIfValidatorThrows() {
    start(
        ServerOptions.defaults(),
        (itsSchema, arguments) -> {
          throw new IllegalStateException("not for me");
        });

    assertThat(sent("{\"city\":\"Oslo\"}")).isEqualTo("{\"city\":\"Oslo\"}");
  }

  @Test
  void hidesFixedArgumentsAndIgnoresModelValues() {
    start(with(ToolOptions.builder().fixedArgument("tenant", "acme").fixedArgument("days", 3)));

    assertThat(catalog.snapshot().tool("weather__forecast").shown().inputSchemaJson())
        .isEqualTo(
            "{\"type\":\"object\",\"required\":[\"city\"],"
                + "\"properties\":{\"city\":{\"type\":\"string\"}}}");
    assertThat(sent("{\"city\":\"Oslo\",\"tenant\":\"evil\",\"days\":\"x\"}"))
        .isEqualTo("{\"city\":\"Oslo\",\"tenant\":\"acme\",\"days\":3}");
    assertThat(sent("{\"city\":\"Oslo\"}"))
        .isEqualTo("{\"city\":\"Oslo\",\"tenant\":\"acme\",\"days\":3}");
  }

  @Test
  void suppliesFixedArgumentPerCallOnCallerThread() {
    List<Thread> askedOn = new ArrayList<>();
    ThreadLocal<String> tenant = ThreadLocal.withInitial(() -> "unknown");
    start(
        with(
            ToolOptions.builder()
                .fixedArgument(
                    "tenant",
                    () -> {
                      askedOn.add(Thread.currentThread());
                      return tenant.get();
                    })));

    tenant.set("acme");
    assertThat(sent("{\"city\":\"Oslo\"}")).contains("\"tenant\":\"acme\"");
    tenant.set("other");
    assertThat(sent("{\"city\":\"Oslo\"}")).contains("\"tenant\":\"other\"");
    assertThat(askedOn).containsOnly(Thread.currentThread());
  }

  @Test
  void doesNotReportFixedArgumentViolationsToModel() {
    start(with(ToolOptions.builder().fixedArgument("city", List.of("s3cr3t"))));

    assertThat(sent("{}")).isEqualTo("{\"city\":[\"s3cr3t\"]}");
    assertThat(call("{\"days\":\"x\"}").text())
        .isEqualTo(
            "The arguments of weather__forecast are invalid: \"days\" must be an integer, not"
                + " \"x\".");
  }

  @Test
  void missingFixedArgumentPreventsCall() {
    start(with(ToolOptions.builder().fixedArgument("tenant", () -> null)));

    ToolOutput output = call("{\"city\":\"Oslo\"}");

    assertThat(output.text())
        .isEqualTo("weather__forecast failed; trying the same again will not help.");
    assertThat(output.failure())
        .isInstanceOf(McpException.class)
        .hasMessageContaining("no value for the fixed argument \"tenant\"");
    assertThat(weather.received("tools/call")).isEmpty();
  }
}
