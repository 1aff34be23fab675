package io.mcpbridge.spring.operations;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.spring.operations.ActuatorApplication.Answer;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.WireTrace;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The wire trace of a Spring application: in its log, and through the endpoint. */
class WireTraceTest {

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final FakeMcpServer vault = FakeMcpServer.create();

  @AfterEach
  void close() {
    vault.close();
  }

  @Configuration(proxyBeanMethods = false)
  static class RedactedTrace {

    @Bean
    WireTrace wireTrace() {
      return WireTrace.builder().redact("/params/arguments/phrase").build();
    }
  }

  @Test
  void showsMessagesInLogAndEndpoint() throws InterruptedException {
    vault.tool("open").returns("opened");
    try (ActuatorApplication application =
        ActuatorApplication.start(
            List.of(RedactedTrace.class),
            "management.endpoints.web.exposure.include=mcp",
            "mcp.client.servers.vault.url=" + vault.url(),
            "mcp.client.servers.vault.headers.Authorization=Bearer geheim1",
            "mcp.client.trace=bodies")) {
      application.await("vault", "CONNECTED");
      Logger wire = (Logger) LoggerFactory.getLogger("io.mcpbridge.wire.vault");
      wire.setLevel(Level.INFO);
      wire.addAppender(log);
      log.start();
      ToolCatalog catalog = application.context().getBean(ToolCatalog.class);
      catalog.call("vault__open", "{\"phrase\": \"geheim2\", \"city\": \"Oslo\"}");

      Answer trace = application.get("/mcp/vault/trace");
      assertThat(trace.status()).isEqualTo(200);
      List<JsonObject> records = trace.json().list("records").stream().map(JsonObject::of).toList();
      assertThat(records)
          .extracting(entry -> entry.string("method"))
          .contains("server/discover", "tools/list", "tools/call");
      JsonObject call =
          records.stream()
              .filter(entry -> "tools/call".equals(entry.string("method")))
              .findFirst()
              .orElseThrow();
      assertThat(call.string("body")).contains("\"phrase\":\"***\",\"city\":\"Oslo\"");
      assertThat(call.object("headers").string("Authorization")).isEqualTo("***");
      assertThat(trace.body()).doesNotContain("geheim");
      assertThat(application.get("/mcp/none/trace").status()).isEqualTo(404);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .anyMatch(line -> line.contains("POST ") && line.contains("tools/call"))
        .noneMatch(line -> line.contains("geheim"));
  }
}
