package io.mcpbridge.contract;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.ProtocolFaults;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * One of the chaos servers: tools that echo a token, and faults drawn from a seeded generator. Not
 * thread-safe.
 */
final class ChaosServer implements AutoCloseable {

  /** Faults that a server injects. */
  enum InjectedFault {
    CRASH,
    STALL,
    DROP_SESSIONS,
    FLOOD,
    BROKEN_FRAMES,
    RENAME,
    BUSY,
    OUTAGE
  }

  /** Tools that are always listed. */
  static final List<String> TOOLS = List.of("echo", "read.echo", "écho");

  private static final String CALL = "tools/call";

  private final FakeMcpServer server;
  private final String name;
  private final TransportType type;
  private final Endpoint endpoint;
  private final Random chance;
  private final Map<InjectedFault, Integer> injectedFaults = new TreeMap<>();
  private int renamed;
  private boolean stopped;

  ChaosServer(String name, TransportType type, String revision, long seed) {
    this.name = name;
    this.type = type;
    this.server = FakeMcpServer.create().named(name, "1").speaking(revision);
    this.chance = new Random(seed);
    for (String tool : TOOLS) {
      server
          .tool(tool)
          .annotations("{\"readOnlyHint\": " + tool.startsWith("read") + "}")
          .handler(call -> FakeResult.text(answer(name, tool, call.string("token"))));
    }
    server.tool("renamed_0").returns("renamed");
    this.endpoint = type.to(server, Duration.ofSeconds(2));
  }

  /** The result of a successful call. */
  static String answer(String server, String tool, String token) {
    return server + " " + tool + " " + token;
  }

  String name() {
    return name;
  }

  Transport transport() {
    return endpoint.transport();
  }

  Map<InjectedFault, Integer> injectedFaults() {
    return injectedFaults;
  }

  /** Injects one fault, after clearing the previous one. */
  void misbehave() {
    recover();
    server.clearReceived(); // the journal would grow without bound
    InjectedFault[] all = InjectedFault.values();
    InjectedFault injectedFault = all[chance.nextInt(all.length)];
    if (injectedFault == InjectedFault.OUTAGE && !type.isStreamableHttp()) {
      injectedFault = InjectedFault.CRASH;
    }
    injectedFaults.merge(injectedFault, 1, Integer::sum);
    commit(injectedFault);
  }

  private void commit(InjectedFault injectedFault) {
    switch (injectedFault) {
      case CRASH -> server.disconnectAll();
      case STALL -> server.inject(CALL, everyNth(Faults.silence(), 3));
      case DROP_SESSIONS -> server.forgetSessions();
      case FLOOD -> flood();
      case BROKEN_FRAMES -> server.inject(CALL, everyNth(broken(), 2));
      case RENAME -> rename();
      case BUSY -> server.inject(CALL, everyNth(busy(), 3));
      case OUTAGE -> {
        stopped = true;
        server.http().stop();
      }
    }
  }

  /** Clears all faults; only one tool may keep another name. */
  void recover() {
    server.clearFaults();
    if (stopped) {
      server.http().start();
      stopped = false;
    }
  }

  /** Applies the fault to every n-th call. */
  private static Fault everyNth(Fault fault, int every) {
    int[] calls = {0};
    return serverTurn -> {
      boolean now;
      synchronized (calls) {
        now = calls[0]++ % every == 0;
      }
      if (now) {
        fault.apply(serverTurn);
      } else {
        serverTurn.answer();
      }
    };
  }

  private Fault broken() {
    List<Fault> all =
        type.isStreamableHttp()
            ? List.of(
                Faults.html(),
                ProtocolFaults.cutStream(),
                ProtocolFaults.stalledStream(),
                ProtocolFaults.streamWithoutResponse(),
                ProtocolFaults.bothResultAndError(),
                ProtocolFaults.twice(),
                ProtocolFaults.wrongId())
            : List.of(
                ProtocolFaults.strayOutput("{\"jsonrpc\": \"2.0\", \"id\": oops"),
                ProtocolFaults.bothResultAndError(),
                ProtocolFaults.twice(),
                ProtocolFaults.wrongId());
    return all.get(chance.nextInt(all.size()));
  }

  private Fault busy() {
    return type.isStreamableHttp()
        ? Faults.httpStatus(chance.nextBoolean() ? 429 : 503, Map.of("Retry-After", "1"), "busy")
        : Faults.error(-32603, "busy");
  }

  private void flood() {
    for (int i = 0; i < 300; i++) {
      server.announceToolsChanged();
      server.notifyClients("notifications/unknown", JsonObject.empty().with("i", i));
    }
  }

  private void rename() {
    server.removeTool("renamed_" + renamed++);
    server.tool("renamed_" + renamed).returns("renamed");
    server.announceToolsChanged();
  }

  @Override
  public void close() {
    endpoint.close();
    server.close();
  }
}
