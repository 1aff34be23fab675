package io.mcpbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Schema;
import com.sun.net.httpserver.HttpServer;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
class NetworkntValidatorTest {

  private final NetworkntValidator validator = new NetworkntValidator();

  private List<String> problems(String schema, String arguments) {
    return validator.check(Json.readObject(schema), Json.readObject(arguments)).stream()
        .map(Object::toString)
        .toList();
  }

  @Test
  void runsOnExpectedJacksonMajorVersion() throws Exception {
    assertThat(Schema.class.getMethod("getSchemaNode").getReturnType().getName())
        .startsWith(System.getProperty("expected.jackson"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"properties\":{\"v\":{\"pattern\":\"^[a-z]+$\"}}}            | {\"v\":\"A\"} |"
            + " \"v\" does not match: does not match the regex pattern ^[a-z]+$",
        "{\"properties\":{\"v\":{\"not\":{\"type\":\"string\"}}}}       | {\"v\":\"A\"} |"
            + " \"v\" does not match: ",
        "{\"if\":{\"required\":[\"a\"]},\"then\":{\"required\":[\"b\"]}} | {\"a\":1}    | \"b\" is"
            + " missing",
        "{\"properties\":{\"v\":{\"items\":{\"multipleOf\":2}}}}        | {\"v\":[2,3]} |"
            + " \"v[1]\" does not match: must be multiple of 2",
        "{\"properties\":{\"v\":{\"type\":\"integer\"}}}                | {\"v\":\"A\"} | \"v\""
            + " must be an integer, not \"A\"",
        "{\"$schema\":\"http://json-schema.org/draft-04/schema#\",\"properties\":{\"v\":{\"minimum\":1,\"exclusiveMinimum\":true}}}"
            + " | {\"v\":1} | \"v\" does not match: must have ",
      })
  void namesViolation(String schema, String arguments, String message) {
    assertThat(problems(schema, arguments)).singleElement().asString().startsWith(message);
  }

  @Test
  void acceptsValidArguments() {
    assertThat(
            problems(
                "{\"properties\":{\"v\":{\"pattern\":\"^[a-z]+$\"}},\"required\":[\"v\"]}",
                "{\"v\":\"a\",\"other\":[null]}"))
        .isEmpty();
  }

  @Test
  void cachesParsedSchema() {
    AtomicInteger reads = new AtomicInteger();
    SchemaCache schemas =
        new SchemaCache(
            schema -> {
              reads.incrementAndGet();
              return com.networknt.schema.SchemaRegistry.withDefaultDialect(
                      com.networknt.schema.SpecificationVersion.DRAFT_2020_12)
                  .getSchema("{}");
            });
    Map<String, Object> schema = Json.readObject("{\"type\":\"object\"}");

    assertThat(schemas.read(schema)).isSameAs(schemas.read(schema));
    assertThat(reads).hasValue(1);
    schemas.read(Json.readObject("{\"type\":\"object\"}"));
    assertThat(reads).hasValue(2);
  }

  /** A server's schema must not make this application open a connection or read its own files. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"properties\":{\"v\":{\"$ref\":\"ELSEWHERE\"}}}",
        "{\"properties\":{\"v\":{\"$dynamicRef\":\"ELSEWHERE#x\"}}}",
        "{\"$id\":\"ELSEWHERE\",\"properties\":{\"v\":{\"$ref\":\"other.json\"}}}",
        "{\"$schema\":\"ELSEWHERE\",\"properties\":{\"v\":{\"type\":\"string\"}}}",
        "{\"allOf\":[{\"$ref\":\"classpath:logback-test.xml\"}]}",
        "{\"allOf\":[{\"$ref\":\"file:///etc/hostname\"}]}"
      })
  void fetchesNothing(String schema) throws Exception {
    AtomicInteger requests = new AtomicInteger();
    HttpServer elsewhere =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    elsewhere.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write("{}".getBytes());
          exchange.close();
        });
    elsewhere.start();
    try (FakeMcpServer server = FakeMcpServer.create()) {
      String url = "http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/schema.json";
      server
          .tool("tool")
          .inputSchema(
              schema.replaceFirst("\\{", "{\"type\":\"object\",").replace("ELSEWHERE", url))
          .returns("done");
      try (ToolCatalog catalog =
          ToolCatalog.builder()
              .server("fake", server.transport())
              .schemaValidator(validator)
              .build()) {
        assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

        assertThat(catalog.call("fake__tool", "{\"v\":\"1\"}", CallOptions.defaults()).text())
            .isEqualTo("done");
      }
    } finally {
      elsewhere.stop(0);
    }
    assertThat(requests).hasValue(0);
  }

  @Test
  void rejectsRemoteReference() {
    assertThatThrownBy(
            () ->
                problems(
                    "{\"properties\":{\"v\":{\"$ref\":\"http://127.0.0.1:1/a\"}}}", "{\"v\":1}"))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void doesNotHangOnBacktrackingPattern() {
    assertThat(
            problems(
                "{\"properties\":{\"v\":{\"pattern\":\"^(a+)+$\"}}}",
                "{\"v\":\"" + "a".repeat(50) + "b\"}"))
        .hasSizeLessThan(2);
  }
}
