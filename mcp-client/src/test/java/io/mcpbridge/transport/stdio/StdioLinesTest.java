package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.request;
import static io.mcpbridge.transport.TestMessages.result;
import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.RecordingChannelListener;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How output of servers on their standard output is handled. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class StdioLinesTest {

  private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"ok\":true}}\\n";
  private static final String SECOND = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"ok\":true}}\\n";

  private final RecordingChannelListener channelListener = new RecordingChannelListener();

  /**
   * A server that reads a line, prints a format with {@code printf}, and waits for the end of its
   * input.
   */
  private Channel printing(String... formats) {
    return printing(JsonLimits.defaults(), formats);
  }

  private Channel printing(JsonLimits limits, String... formats) {
    String script =
        "for f in \"$@\"; do read line; printf \"$f\"; done; while read line; do :; done";
    return StdioTransport.builder("sh", "-c", script, "server")
        .args(List.of(formats))
        .limits(limits)
        .build()
        .open(ChannelMode.SESSION, channelListener, soon());
  }

  private static Exchange ask(Channel channel, long id) {
    return channel.exchange(request(id, "tools/call", Map.of()), soon());
  }

  private static void assertAnswered(Exchange exchange) {
    assertThat(result(exchange).bool("ok")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Server is running on stdio\\n",
        "\\n \\r\\n\\t\\n",
        "\\033[32m\\033[1mready\\033[0m\\n",
        "\\357\\273\\277",
        "\\033[?25l\\033[0m",
        "{\"level\":\"info\",\"msg\":\"started\"}\\n",
        "{\"started\": tru\\n",
        "[\"a\", 1, null]\\n",
        "[]\\n",
        "42\\n\"text\"\\nnull\\n",
        "\\377\\376\\000x\\n",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{}}\\n",
      })
  void strayOutputIsSkipped(String stray) {
    try (Channel channel = printing(stray + ANSWER);
        Exchange exchange = ask(channel, 1)) {
      assertAnswered(exchange);
      assertThat(channelListener.messages).isEmpty();
    }
  }

  /** It may be the late response to an abandoned request. */
  @Test
  void responseToUnknownRequestReachesListenerOnly() throws Exception {
    try (Channel channel = printing("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}\\n" + ANSWER);
        Exchange exchange = ask(channel, 1)) {
      assertAnswered(exchange);
      assertThat(channelListener.messages).hasSize(1);
    }
  }

  @Test
  void acceptsCrLfLineEndings() {
    try (Channel channel = printing(ANSWER.replace("\\n", "\\r\\n"));
        Exchange exchange = ask(channel, 1)) {
      assertAnswered(exchange);
    }
  }

  @Test
  void invalidBatchElementDoesNotAffectOthers() throws Exception {
    String batch =
        "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}, {\"id\":2}, {\"x\":1}, "
            + ANSWER.replace("\\n", "]\\n");
    try (Channel channel = printing("", batch);
        Exchange first = ask(channel, 1);
        Exchange second = ask(channel, 2)) {
      assertAnswered(first);
      assertThatExceptionOfType(McpProtocolException.class)
          .isThrownBy(() -> second.next(soon()))
          .withMessageContaining("no result object and no error object");
      assertThat(channelListener.message())
          .isEqualTo(new JsonRpcNotification("notifications/message", null));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":1}\\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}}\\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":7}\\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1,\"a\":2}}\\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":NaN}}\\n",
        "{\"jsonrpc\":\"2.0\",\"result\":{\"id\":5,\"a\":\"\\\\\\\\\\\"\"},\"id\":1} trailing\\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\\377\"}}\\n",
      })
  void anUnusableAnswerFailsItsCallAndNothingElse(String unusable) {
    try (Channel channel = printing("", unusable, SECOND);
        Exchange first = ask(channel, 1);
        Exchange second = ask(channel, 2)) {
      assertThatExceptionOfType(McpProtocolException.class)
          .isThrownBy(() -> first.next(soon()))
          .withMessageStartingWith("stdio: sh -c ");
      try (Exchange third = ask(channel, 3)) {
        assertAnswered(second);
        assertThat(third).isNotNull();
      }
    }
  }

  @Test
  void tooDeepResponseReportsLimit() {
    String deep = "{\"id\":1,\"result\":{\"a\":" + "[".repeat(60) + "]".repeat(60) + "}}\\n";
    try (Channel channel = printing(JsonLimits.defaults().withMaxDepth(50), deep);
        Exchange exchange = ask(channel, 1)) {
      assertThatExceptionOfType(McpLimitException.class)
          .isThrownBy(() -> exchange.next(soon()))
          .withMessageContaining("JsonLimits.withMaxDepth");
      assertThat(channel.isOpen()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":1,\"result\":{\"a\":\"%0300000d\"}}\\n",
        "{\"result\":{\"id\":2,\"a\":\"%0300000d\"},\"jsonrpc\":\"2.0\",\"id\":1}\\n",
        "{\"id\": \t1 ,\"result\":{\"a\":\"%0300000d\"}}\\n",
      })
  void aTooLongAnswerFailsItsCallAndTheConnectionStaysUsable(String tooLong) {
    JsonLimits limits = JsonLimits.defaults().withMaxMessageBytes(100_000);
    try (Channel channel = printing(limits, "", tooLong + SECOND);
        Exchange first = ask(channel, 1);
        Exchange second = ask(channel, 2)) {
      assertThatExceptionOfType(McpLimitException.class)
          .isThrownBy(() -> first.next(soon()))
          .withMessageContaining("more than 100000 bytes")
          .withMessageContaining("JsonLimits.withMaxMessageBytes");
      assertAnswered(second);
      assertThat(channel.isOpen()).isTrue();
    }
  }

  @Test
  void tooLongResponseFailsOnlyOpenCallBeforeLineEnd() {
    JsonLimits limits = JsonLimits.defaults().withMaxMessageBytes(100_000);
    try (Channel channel = printing(limits, "{\"result\":{\"a\":\"%0300000d");
        Exchange exchange = ask(channel, 1)) {
      assertThatExceptionOfType(McpLimitException.class).isThrownBy(() -> exchange.next(soon()));
      assertThat(channel.isOpen()).isTrue();
    }
  }

  @Test
  void skipsTooLongNotification() {
    JsonLimits limits = JsonLimits.defaults().withMaxMessageBytes(100_000);
    String tooLong = "{\"method\":\"notifications/message\",\"params\":{\"a\":\"%0300000d\"}}\\n";
    try (Channel channel = printing(limits, tooLong + ANSWER);
        Exchange exchange = ask(channel, 1)) {
      assertAnswered(exchange);
    }
  }

  @Test
  void tooLongResponseWithSeveralOpenCallsClosesChannel() throws Exception {
    JsonLimits limits = JsonLimits.defaults().withMaxMessageBytes(100_000);
    try (Channel channel = printing(limits, "", "{\"result\":{\"a\":\"%0300000d\"}}\\n");
        Exchange first = ask(channel, 1);
        Exchange second = ask(channel, 2)) {
      assertThatExceptionOfType(McpLimitException.class)
          .isThrownBy(() -> first.next(soon()))
          .withMessageContaining("JsonLimits.withMaxMessageBytes");
      assertThatExceptionOfType(McpLimitException.class).isThrownBy(() -> second.next(soon()));
      assertThat(channelListener.loss()).isInstanceOf(McpLimitException.class);
      assertThat(channel.isOpen()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"resu",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"b\\\\",
        "{\"result\":{\"a\":[{\"b\":{}}]}",
        "{\"jsonrpc",
        "{",
        "[{\"jsonrpc\":\"2.0\"",
        "Loading ... ",
        "\\033[32mready\\033[0m",
      })
  void findsResponseAfterUnfinishedLine(String half) {
    String second = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"s\":\"}{\\\\\"\",\"ok\":true}}\\n";
    try (Channel channel = printing(half, second)) {
      ask(channel, 1).abandon(null); // as after its deadline
      try (Exchange exchange = ask(channel, 2)) {
        assertAnswered(exchange);
      }
    }
  }

  @Test
  void truncatedResponseFailsItsCallImmediately() {
    try (Channel channel = printing("{\"id\":1,\"result\":{\"a\":\"", SECOND);
        Exchange first = ask(channel, 1);
        Exchange second = ask(channel, 2)) {
      assertAnswered(second);
      assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> first.next(soon()));
    }
  }

  /** A tool's result may contain text of third parties, and may have been cut off behind it. */
  @Test
  void ignoresResponseNestedInTruncatedResponse() {
    String nested =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"structuredContent\":"
            + SECOND.replace("true", "false");
    try (Channel channel = printing("", nested);
        Exchange first = ask(channel, 1);
        Exchange second = ask(channel, 2)) {
      for (Exchange exchange : List.of(first, second)) {
        assertThatExceptionOfType(McpProtocolException.class)
            .isThrownBy(() -> exchange.next(soon()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"result\":{\"a\n",
        "{\"result\":{\"a\":1},\"jsonrpc\":\"2.0\",\"i\n",
        "{\"jsonrpc\":\"2.0\",\"id\":\n",
      })
  void damagedMessageWithoutIdFailsOnlyCall(String damaged) {
    try (Channel channel = printing(damaged);
        Exchange exchange = ask(channel, 1)) {
      assertThatExceptionOfType(McpProtocolException.class)
          .isThrownBy(() -> exchange.next(soon()))
          .withMessageContaining("the server's answer cannot be used");
      assertThat(channel.isOpen()).isTrue();
    }
  }

  @Test
  void damagedMessageWithoutIdFailsNoneOfSeveralCalls() {
    try (Channel channel =
            printing("", "{\"jsonrpc\":\"2.0\",\"result\":{\"a\n" + ANSWER + SECOND);
        Exchange first = ask(channel, 1);
        Exchange second = ask(channel, 2)) {
      assertAnswered(first);
      assertAnswered(second);
    }
  }

  @Test
  void malformedNotificationFailsNoCall() {
    try (Channel channel =
            printing("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"par\n" + ANSWER);
        Exchange exchange = ask(channel, 1)) {
      assertAnswered(exchange);
    }
  }
}
