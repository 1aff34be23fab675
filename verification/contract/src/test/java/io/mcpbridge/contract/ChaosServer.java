package io.mcpbridge.contract;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Misbehaviour;
import io.mcpbridge.test.Misbehaviours;
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
  enum Fault {
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
  private final Way way;
  private final Door door;
  private final Random chance;
  private final Map<Fault, Integer> faults = new TreeMap<>();
  private int renamed;
  private boolean stopped;

  ChaosServer(String name, Way way, String revision, long seed) {
    this.name = name;
    this.way = way;
    this.server = FakeMcpServer.create().named(name, "1").speaking(revision);
    this.chance = new Random(seed);
    for (String tool : TOOLS) {
      server
          .tool(tool)
          .annotations("{\"readOnlyHint\": " + tool.startsWith("read") + "}")
          .handler(call -> FakeResult.text(answer(name, tool, call.string("token"))));
    }
    server.tool("renamed_0").returns(FakeResult.text("renamed"));
    this.door = way.to(server, Duration.ofSeconds(2));
  }

  /** The result of a successful call. */
  static String answer(String server, String tool, String token) {
    return server + " " + tool + " " + token;
  }

  String name() {
    return name;
  }

  Transport transport() {
    return door.transport();
  }

  Map<Fault, Integer> faults() {
    return faults;
  }

  /** Injects one fault, after clearing the previous one. */
  void misbehave() {
    recover();
    server.clearReceived(); // the journal would grow without bound
    Fault[] all = Fault.values();
    Fault fault = all[chance.nextInt(all.length)];
    if (fault == Fault.OUTAGE && !way.isStreamableHttp()) {
      fault = Fault.CRASH;
    }
    faults.merge(fault, 1, Integer::sum);
    commit(fault);
  }

  private void commit(Fault fault) {
    switch (fault) {
      case CRASH -> server.disconnectAll();
      case STALL -> server.misbehave(CALL, some(Misbehaviours.silence(), 3));
      case DROP_SESSIONS -> server.forgetSessions();
      case FLOOD -> flood();
      case BROKEN_FRAMES -> server.misbehave(CALL, some(broken(), 2));
      case RENAME -> rename();
      case BUSY -> server.misbehave(CALL, some(busy(), 3));
      case OUTAGE -> {
        stopped = true;
        server.http().stop();
      }
    }
  }

  /** Clears all faults; only one tool may keep another name. */
  void recover() {
    server.behave();
    if (stopped) {
      server.http().start();
      stopped = false;
    }
  }

  /** Applies the fault to every n-th call. */
  private static Misbehaviour some(Misbehaviour wrong, int every) {
    int[] calls = {0};
    return turn -> {
      boolean now;
      synchronized (calls) {
        now = calls[0]++ % every == 0;
      }
      if (now) {
        wrong.misbehave(turn);
      } else {
        turn.answer();
      }
    };
  }

  private Misbehaviour broken() {
    List<Misbehaviour> all =
        way.isStreamableHttp()
            ? List.of(
                Misbehaviours.html(),
                Misbehaviours.cutStream(),
                Misbehaviours.stalledStream(),
                Misbehaviours.streamWithoutResponse(),
                Misbehaviours.bothResultAndError(),
                Misbehaviours.twice(),
                Misbehaviours.wrongId())
            : List.of(
                Misbehaviours.strayOutput("{\"jsonrpc\": \"2.0\", \"id\": oops"),
                Misbehaviours.bothResultAndError(),
                Misbehaviours.twice(),
                Misbehaviours.wrongId());
    return all.get(chance.nextInt(all.size()));
  }

  private Misbehaviour busy() {
    return way.isStreamableHttp()
        ? Misbehaviours.httpStatus(
            chance.nextBoolean() ? 429 : 503, Map.of("Retry-After", "1"), "busy")
        : Misbehaviours.error(-32603, "busy");
  }

  private void flood() {
    for (int i = 0; i < 300; i++) {
      server.announceToolsChanged();
      server.notifyClients("notifications/unknown", JsonObject.empty().with("i", i));
    }
  }

  private void rename() {
    server.removeTool("renamed_" + renamed++);
    server.tool("renamed_" + renamed).returns(FakeResult.text("renamed"));
    server.announceToolsChanged();
  }

  @Override
  public void close() {
    door.close();
    server.close();
  }
}
