package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.request;
import static io.mcpbridge.transport.TestMessages.result;
import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.RecordingChannelListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Servers that exit by themselves. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class StdioEndTest {

  private final RecordingChannelListener channelListener = new RecordingChannelListener();

  private Channel open(StdioTransport.Builder transport) {
    return transport.build().open(ChannelMode.SESSION, channelListener, soon());
  }

  private Channel shell(String script) {
    return open(StdioTransport.builder("sh", "-c", script));
  }

  private static Exchange ask(Channel channel, long id) {
    return channel.exchange(request(id, "silence", Map.of()), soon());
  }

  @Test
  void exitFailsAllOpenCallsWithCodeAndStderr() throws Exception {
    try (Channel channel = open(EchoServer.transport())) {
      try (Exchange greeting = channel.exchange(request(1, "echo", Map.of()), soon())) {
        result(greeting);
      }
      Exchange first = ask(channel, 2);
      Map<String, Object> arguments =
          Map.of("code", 3, "exitDiagnostics", "out of \u001b[31mcheese\u001b[0m");
      Exchange second = channel.exchange(request(3, "exit", arguments), soon());

      for (Exchange exchange : new Exchange[] {first, second}) {
        assertThatExceptionOfType(McpConnectionLostException.class)
            .isThrownBy(() -> exchange.next(soon()))
            .withMessageContaining("the server process ended with exit code 3.")
            .withMessageContaining("standard error:\nout of cheese");
      }
      assertThat(channelListener.loss()).isInstanceOf(McpConnectionLostException.class);
      assertThat(channel.isOpen()).isFalse();
      assertThatExceptionOfType(McpConnectException.class)
          .isThrownBy(() -> ask(channel, 4))
          .withMessageContaining("exit code 3");
    }
    assertThat(channelListener.losses).isEmpty();
  }

  @Test
  void exitBeforeFirstMessageNamesSettingsToCheck() throws Exception {
    try (Channel channel = shell("echo 'npm ERR! 404 no such package' >&2; exit 127")) {
      assertThat(channelListener.loss())
          .isInstanceOf(McpConnectionLostException.class)
          .hasMessageStartingWith("stdio: sh -c ")
          .hasMessageContaining("ended with exit code 127 before it sent any message")
          .hasMessageContaining("`command`, `args` and `env`")
          .hasMessageEndingWith("npm ERR! 404 no such package");
      assertThat(channel.isOpen()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "6, exit code 134 (signal 6: aborted)",
    "9, 'exit code 137 (signal 9: killed, often because memory ran out)'",
    "10, exit code 138 (signal 10)",
    "11, exit code 139 (signal 11: crashed with a memory access violation)",
    "15, exit code 143 (signal 15: terminated)",
  })
  void reportsSignalThatEndedServer(int signal, String description) throws Exception {
    try (Channel channel = shell("read line; ulimit -c 0; kill -" + signal + " $$");
        Exchange exchange = ask(channel, 1)) {
      assertThatExceptionOfType(McpConnectionLostException.class)
          .isThrownBy(() -> exchange.next(soon()))
          .withMessageContaining(description)
          .withMessageContaining("nothing on standard error");
    }
  }

  @Test
  void acceptsResponseWithoutNewlineBeforeExit() {
    try (Channel channel = shell("read line; printf '{\"id\":1,\"result\":{\"ok\":true}}'");
        Exchange exchange = ask(channel, 1)) {
      assertThat(result(exchange).bool("ok")).isTrue();
    }
  }

  @Test
  void stopsServerThatClosesStdout() throws Exception {
    try (Channel channel = shell("read line; exec >&-; while read line; do :; done");
        Exchange exchange = ask(channel, 1)) {
      assertThatExceptionOfType(McpConnectionLostException.class)
          .isThrownBy(() -> exchange.next(soon()))
          .withMessageContaining("closed its standard output and was stopped");
      assertThat(channelListener.loss()).isNotNull();
    }
  }

  @Test
  void detectsExitWhileDescendantKeepsStdoutOpen() throws Exception {
    String script =
        "sleep 600 & echo '{\"method\":\"notifications/hello\"}'; read line; read line; exit 5";
    try (Channel channel = shell(script)) {
      channelListener.message();
      // the launcher's children are remembered by then
      Exchange first = ask(channel, 1);
      Exchange second = ask(channel, 2);

      assertThatExceptionOfType(McpConnectionLostException.class)
          .isThrownBy(() -> first.next(soon()))
          .withMessageContaining("exit code 5");
      assertThatExceptionOfType(McpConnectionLostException.class)
          .isThrownBy(() -> second.next(soon()));
    }
  }

  @Test
  void keepsOnlyTailOfLongStderr() throws Exception {
    String script =
        "i=0; while [ $i -lt 3000 ]; do echo \"line $i of a long long log on standard error\" >&2;"
            + " i=$((i+1)); done; exit 1";
    try (Channel channel = shell(script)) {
      String message = channelListener.loss().getMessage();

      assertThat(channel.isOpen()).isFalse();
      assertThat(message).contains("line 2999 of").doesNotContain("line 2000 of");
      assertThat(message.length()).isLessThan(StderrTail.MAX_BYTES + 1000);
      assertThat(message.lines().skip(1)).allMatch(line -> line.startsWith("line "));
    }
  }

  /** As on a busy machine: the last lines name the cause. */
  @Test
  void keepsLastLinesForSlowReaderOfStderr() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(StderrTail.class);
    Appender<ILoggingEvent> slow =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            LockSupport.parkNanos(20_000_000);
          }
        };
    slow.start();
    logger.addAppender(slow);
    Level level = logger.getLevel();
    logger.setLevel(Level.DEBUG);
    String script = "for i in 0 1 2 3 4; do seq 0 9 >&2; done; echo 'no such table' >&2; exit 1";
    try (Channel channel = shell(script)) {
      assertThat(channelListener.loss()).hasMessageEndingWith("no such table");
      assertThat(channel.isOpen()).isFalse();
    } finally {
      logger.detachAppender(slow);
      logger.setLevel(level);
    }
  }

  @Test
  void diagnosesExitOnDedicatedThread() throws Exception {
    CompletableFuture<String> thread = new CompletableFuture<>();
    CountDownLatch hello = new CountDownLatch(1);
    ChannelListener listener =
        new ChannelListener() {
          @Override
          public void onMessage(JsonRpcMessage message) {
            hello.countDown();
          }

          @Override
          public void onLost(McpException cause) {
            thread.complete(Thread.currentThread().getName());
          }
        };
    String script =
        "sleep 600 & echo '{\"method\":\"notifications/hello\"}'; read line; read line; exit 5";
    StdioTransport transport = StdioTransport.of("sh", "-c", script);
    try (Channel channel = transport.open(ChannelMode.SESSION, listener, soon())) {
      assertThat(hello.await(60, TimeUnit.SECONDS)).isTrue();
      ask(channel, 1).close();
      ask(channel, 2).close();

      // that of the process's end, or the reader, if that is first: not the shared timer thread
      assertThat(thread.get(60, TimeUnit.SECONDS)).startsWith("mcp-stdio-sh");
    }
  }

  @Test
  void doesNotPrefixMessageTwice() throws Exception {
    try (Channel channel = shell("echo 'no such table' >&2; exit 3")) {
      assertThat(channelListener.loss()).isNotNull();

      assertThatExceptionOfType(McpConnectException.class)
          .isThrownBy(() -> ask(channel, 1))
          .withMessageStartingWith("stdio: sh ")
          .withMessageContaining("exit code 3");
    }
  }

  @Test
  void masksSecretsInStderr() throws Exception {
    StdioTransport.Builder transport =
        StdioTransport.builder(
                "sh", "-c", "echo \"bad $API_KEY, $TOK and $2\" >&2; exit 1", "server")
            .args(List.of("--password", "s3cret-argument"))
            .env("TOK", "s3cret-of-name-that-does-not-tell")
            .env("API_KEY", "s3cret-variable");
    try (Channel channel = open(transport)) {
      assertThat(channelListener.loss())
          .hasMessageContaining("bad ***, *** and ***")
          .hasMessageNotContaining("s3cret");
      assertThat(channel.isOpen()).isFalse();
    }
  }

  @Test
  void masksCredentialsInDatabaseUrl() throws Exception {
    String script =
        "p=${DATABASE_URL#*user:}; p=${p%@*};"
            + " echo \"cannot connect to $DATABASE_URL: wrong password $p\" >&2; exit 1";
    StdioTransport.Builder transport =
        StdioTransport.builder("sh", "-c", script)
            .env("DATABASE_URL", "postgres://user:s3cret-in-url@h/db");
    try (Channel channel = open(transport)) {
      assertThat(channelListener.loss())
          .hasMessageEndingWith("cannot connect to ***: wrong password ***");
      assertThat(channel.isOpen()).isFalse();
    }
  }
}
