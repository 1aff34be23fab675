package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.Tool;
import io.mcpbridge.test.LeakCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tests for every server. A test class has the method {@code peers()}, the transports to its
 * server. All tests of one transport share a connection, whose revision the client detects.
 */
@ParameterizedClass
@MethodSource("peers")
@ExtendWith({ResultTable.class, LeakCheck.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PeerTest {

  static final String TOOLS_CHANGED = "notifications/tools/list_changed";
  static final String LOGGED = "notifications/message";
  private static final long SOON_S = 15;

  @Parameter private Peer peer;
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private ServerConnection connection;
  private McpClient client;
  private String revision = "";

  /** All tools of the server, in an order in which they can be called. */
  abstract Stream<ToolCall> calls();

  /** Calls that need handlers which the client does not have. */
  Stream<ToolCall> questions() {
    return Stream.of();
  }

  /** The client's root for the server. */
  Path root() {
    return Path.of("").toAbsolutePath();
  }

  @BeforeParameterizedClassInvocation
  void connect() {
    connection = peer.connection().get();
    client =
        McpClient.builder(connection.transport())
            .name(peer.server())
            .listener(listener())
            .inputHandlers(Answers.of(() -> client, this::root))
            .build();
    revision = client.server().protocolVersion();
  }

  @AfterParameterizedClassInvocation
  void close() {
    if (client != null) {
      client.close();
      checkAfterClose(connection);
    }
    if (connection != null) {
      connection.close();
    }
  }

  /** Checks the server after the client has disconnected. */
  void checkAfterClose(ServerConnection closedConnection) {
    if (closedConnection.running() == null) {
      assertThat(ProcessHandle.current().children())
          .as("what was started has ended, or is about to be noticed as ended")
          .allSatisfy(child -> assertThat(child.onExit()).succeedsWithin(LeakCheck.LINGER));
    }
  }

  /** Whether the server may end a stream over an error of an earlier call. */
  boolean mayBeCutOff() {
    return false;
  }

  Peer peer() {
    return peer;
  }

  String revision() {
    return revision;
  }

  ServerConnection connection() {
    return connection;
  }

  String url() {
    return connection.running().url();
  }

  McpClient client() {
    return client;
  }

  @Test
  void negotiatesNewestCommonRevision() {
    assertThat(revision).isEqualTo(peer.revision());
    assertThat(client.server().offers("tools")).isTrue();
    assertThat(client.server().implementation()).isNotNull();
  }

  @Test
  void listsItsTools() {
    Set<String> called = calls().map(ToolCall::tool).collect(Collectors.toSet());

    List<Tool> tools = client.listTools();

    assertThat(tools).extracting(Tool::name).containsExactlyInAnyOrderElementsOf(called);
    assertThat(tools)
        .allSatisfy(tool -> assertThat(tool.inputSchema()).containsEntry("type", "object"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void callsItsTools(ToolCall call) {
    call.run(client);
  }

  @Test
  void rejectsServerRequestsWithoutHandlers() {
    try (McpClient withoutHandlers =
        McpClient.builder(connection.transport()).name(peer.server()).build()) {
      questions().forEach(call -> call.run(withoutHandlers));
    }
  }

  @Test
  void respondsToPing() {
    client.ping();
  }

  /**
   * A JSON-RPC error or a failed result, depending on the server; either way the connection
   * survives.
   */
  @Test
  void reportsUnknownTool() {
    assertThatCode(
            () -> {
              CallToolResult result = client.callTool("no-such-tool");
              if (!result.isError()) {
                throw new AssertionError(result.toString());
              }
            })
        .satisfiesAnyOf(
            noError -> assertThat(noError).isNull(),
            error ->
                assertThat(error)
                    .isInstanceOf(McpErrorResponseException.class)
                    .hasMessageContaining("tools/call no-such-tool"));
    assertThat(client.listTools()).isNotEmpty();
  }

  /** The revision that a client gets when configured with this one. */
  String agreedWhenPinnedTo(String version) {
    try (McpClient pinned =
        McpClient.builder(connection.transport())
            .name(peer.server())
            .protocolVersion(version)
            .build()) {
      assertThat(pinned.listTools()).isNotEmpty();
      return pinned.server().protocolVersion();
    }
  }

  /** Waits for a notification outside any call; drops earlier ones. */
  void awaitNotification(String method) throws InterruptedException {
    String next;
    do {
      next = heard.poll(SOON_S, TimeUnit.SECONDS);
      assertThat(next).as("waited for %s", method).isNotNull();
    } while (!next.equals(method));
  }

  private McpClientListener listener() {
    return new McpClientListener() {
      @Override
      public void toolsChanged() {
        heard.add(TOOLS_CHANGED);
      }

      @Override
      public void logMessage(LogMessage message) {
        heard.add(LOGGED);
      }

      @Override
      public void notification(JsonRpcNotification notification) {
        heard.add(notification.method());
      }
    };
  }
}
