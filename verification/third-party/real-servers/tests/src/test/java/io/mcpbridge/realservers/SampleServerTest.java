package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.TextContent;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The features of the small servers here, each on a third-party framework. */
abstract class SampleServerTest extends PeerTest {

  @Test
  void describesItself() {
    assertThat(client().server().implementation().name()).isEqualTo(name());
    assertThat(client().server().instructions()).isNotEmpty();
  }

  abstract String name();

  @Test
  void offersNoteResource() {
    assertThat(client().listResources()).extracting(Resource::uri).containsExactly("memo://note");
    assertThat(client().readResource("memo://note").contents().get(0).text())
        .isEqualTo("Remember the milk");
  }

  @Test
  void offersPrompt() {
    assertThat(client().listPrompts()).extracting(Prompt::name).containsExactly("welcome");
    assertThat(client().getPrompt("welcome", Map.of("name", "Ada")).messages().get(0).content())
        .isInstanceOfSatisfying(
            TextContent.class, text -> assertThat(text.text()).isEqualTo("Welcome, Ada!"));
  }

  @Test
  void reportsProgress() {
    assumeThat(calls()).extracting(ToolCall::tool).contains("count");

    assertThat(CallsUnderWay.progress(client(), "count", Map.of("to", 3)))
        .containsExactly(
            new Progress(1, 3.0, "at 1"),
            new Progress(2, 3.0, "at 2"),
            new Progress(3, 3.0, "at 3"));
  }

  @Test
  void survivesCancelledCall() {
    assumeThat(calls()).extracting(ToolCall::tool).contains("count");

    CallsUnderWay.giveUp(client(), "count", Map.of("to", 400));
  }

  @Test
  void correlatesConcurrentResponses() {
    if (calls().anyMatch(call -> call.tool().equals("echo"))) {
      CallsUnderWay.keepApart(client(), "echo", "text");
    } else {
      CallsUnderWay.keepApart(client(), "greet", "name");
    }
  }

  /** The tool logs at two levels, the lower one first. */
  @Test
  void logsFromRequestedLevel() throws InterruptedException {
    assumeThat(calls()).extracting(ToolCall::tool).contains("log");
    BlockingQueue<LogMessage> logged = new LinkedBlockingQueue<>();
    McpClientListener listener =
        new McpClientListener() {
          @Override
          public void logMessage(LogMessage message) {
            logged.add(message);
          }
        };
    try (McpClient client =
        McpClient.builder(connection().transport())
            .logLevel(LoggingLevel.WARNING)
            .listener(listener)
            .build()) {
      client.callTool("log");

      assertThat(logged.poll(60, TimeUnit.SECONDS))
          .isNotNull()
          .returns(LoggingLevel.ERROR, LogMessage::level)
          .returns("to be heard", LogMessage::data);
    }
  }
}
