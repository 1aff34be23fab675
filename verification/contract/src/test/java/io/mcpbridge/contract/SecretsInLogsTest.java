package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** Secrets in messages never appear in a log, at any level. */
@ExtendWith(LeakCheck.class)
class SecretsInLogsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String SECRET = "5ecret-";

  private final Queue<String> logged = new ConcurrentLinkedQueue<>();
  private final Logger ours = (Logger) LoggerFactory.getLogger("io.mcpbridge");
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          logged.add(
              event.getLoggerName()
                  + " "
                  + event.getFormattedMessage()
                  + " "
                  + ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
      };
  private final FakeMcpServer server = FakeMcpServer.create();

  @BeforeEach
  void listen() {
    ours.setLevel(Level.ALL);
    ours.setAdditive(false);
    ours.addAppender(appender);
    appender.start();
  }

  @AfterEach
  void close() {
    server.close();
    ours.detachAppender(appender);
    ours.setAdditive(true);
    ours.setLevel(null);
  }

  @Test
  void doesNotLogMessageContents() {
    script();
    try (ToolCatalog catalog = catalog()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      Stream.of("good", "bad", "odd", "asking", "forbidden", "failing", "unknown_" + SECRET)
          .forEach(
              tool ->
                  catalog.call(
                      "vault__" + tool,
                      "{\"password\": \"" + SECRET + "argument\"}",
                      CallOptions.builder()
                          .meta(Map.of("com.example/key", SECRET + "meta"))
                          .build()));
      catalog.call("vault__good", "{\"password\": \"" + SECRET + "cut", CallOptions.defaults());
      catalog.call(
          "vault__good",
          "{\"password\": 1, \"count\": \"" + SECRET + "\"}",
          CallOptions.defaults());
      server.injectNext(
          "tools/call", Faults.error(401, -32001, "no such key: " + SECRET + "header"));
      catalog.call("vault__good", "{}", CallOptions.defaults());
      server.http().stop();
      catalog.call("vault__good", "{}", CallOptions.defaults());
      assertThat(catalog.servers().toString()).doesNotContain(SECRET);
    }

    assertThat(logged).as("something was logged").anyMatch(line -> line.contains("vault"));
    assertThat(logged).as("so was the process").anyMatch(line -> line.contains("lost its key"));
    assertThat(logged).filteredOn(line -> line.contains(SECRET)).isEmpty();
  }

  private void script() {
    String secretText = SECRET + "result";
    server
        .tool("good")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"password\": {\"type\": \"string\"},"
                + " \"count\": {\"type\": \"integer\"}}}")
        .returns(FakeResult.text(secretText).afterProgress(1, 2.0, SECRET + "progress"));
    server.tool("bad").returns(FakeResult.error(secretText));
    server
        .tool("odd")
        .outputSchema("{\"type\": \"object\", \"properties\": {\"key\": {\"type\": \"integer\"}}}")
        .returns(FakeResult.structured("{\"key\": \"" + secretText + "\"}"));
    server
        .tool("asking")
        .returns(
            FakeResult.inputRequired(
                "{\"a\": {\"method\": \"elicitation/create\", \"params\": {\"message\": \"Key?\","
                    + " \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"key\":"
                    + " {\"type\": \"integer\"}}}}}}",
                SECRET + "state"));
    server.tool("forbidden").returns(secretText);
    server.tool("failing").returns(secretText);
  }

  private ToolCatalog catalog() {
    String url = server.url();
    return ToolCatalog.builder()
        .server(
            "vault",
            StreamableHttpTransport.builder(
                    URI.create(
                        url.replace("://", "://user:" + SECRET + "userinfo@")
                            + "?api_key="
                            + SECRET
                            + "query"))
                .header("X-Api-Key", SECRET + "header")
                .build(),
            ServerOptions.builder().maxResultCharacters(200).build())
        .server(
            "process",
            StdioTransport.builder(
                    "sh",
                    "-c",
                    "echo \"lost its key $API_KEY\" >&2; echo \"$API_KEY\"; exit 1",
                    "--token",
                    SECRET + "argument-of-the-program")
                .env("API_KEY", SECRET + "environment")
                .build())
        .inputHandlers(
            InputHandlers.builder()
                .elicitForm(
                    (form, context) -> ElicitResult.accept(Map.of("key", SECRET + "answer")))
                .build())
        .approval(
            ApprovalPolicy.builder()
                .ask("forbidden")
                .ask("failing")
                .handler(
                    request -> {
                      if (request.tool().name().equals("failing")) {
                        throw new IllegalStateException("no screen");
                      }
                      return ApprovalDecision.deny(SECRET + "reason");
                    })
                .build())
        .build();
  }
}
