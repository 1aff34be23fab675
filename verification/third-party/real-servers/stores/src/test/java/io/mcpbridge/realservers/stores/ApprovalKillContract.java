package io.mcpbridge.realservers.stores;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Instances of an application decide about suspended calls and make them, and are killed in
 * between. The server counts what it ran.
 */
abstract class ApprovalKillContract {

  private static final int CALLS = Integer.getInteger("approval.calls", 50);
  private static final int KILLS = Math.max(4, CALLS / 50);
  private static final Duration CALL_DURATION = Duration.ofMillis(20);
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  @RegisterExtension final ResultTable results;
  private final Database database;
  private final HikariDataSource pool;
  private final int instanceCount;
  private final FakeMcpServer server = FakeMcpServer.create();
  private final Map<Integer, AtomicInteger> runs = new ConcurrentHashMap<>();
  private final AtomicInteger runsOfOthers = new AtomicInteger();
  private final AtomicInteger allRuns = new AtomicInteger();

  /**
   * @param pool of the database, which has the table
   */
  ApprovalKillContract(Database database, HikariDataSource pool, int instanceCount) {
    this.database = database;
    this.pool = pool;
    this.instanceCount = instanceCount;
    this.results = new ResultTable(database.vendor());
  }

  private void script() {
    server
        .tool("act")
        .description("Acts")
        .handler(
            call -> {
              int number = call.arguments().integer("n").intValue();
              runs.computeIfAbsent(number, any -> new AtomicInteger()).incrementAndGet();
              allRuns.incrementAndGet();
              LockSupport.parkNanos(CALL_DURATION.toNanos()); // so that kills hit running calls
              return FakeResult.text("done");
            });
    scriptOthers("Does what it says");
  }

  private void scriptOthers(String description) {
    for (String name : List.of("changed", "expired")) {
      server
          .tool(name)
          .description(name.equals("changed") ? description : "Is too late")
          .handler(
              call -> {
                runsOfOthers.incrementAndGet();
                return FakeResult.text("done");
              });
    }
  }

  private static CallOptions of(int conversation) {
    return CallOptions.builder()
        .conversationId(ApprovalInstance.conversation(conversation))
        .build();
  }

  private static List<PendingApproval> suspend(
      ToolCatalog catalog, McpApprovals approvals, String tool, int count) {
    List<PendingApproval> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      catalog.call("files__" + tool, "{\"n\": " + i + "}", of(i));
      calls.addAll(
          approvals.suspended(null, ApprovalInstance.conversation(i)).stream()
              .filter(call -> call.tool().equals(tool))
              .toList());
    }
    assertThat(calls).hasSize(count);
    return calls;
  }

  /** At most once, none lost, none after its time or of another definition. */
  @Test
  void callsSurviveKilledInstances() throws Exception {
    script();
    McpApprovals approvals = ApprovalInstance.approvals(pool).build();
    McpApprovals shortly =
        ApprovalInstance.approvals(pool).suspendFor(Duration.ofSeconds(2)).build();
    List<PendingApproval> calls;
    List<PendingApproval> others = new ArrayList<>();
    try (ToolCatalog catalog = ApprovalInstance.catalog(server.url().toString(), approvals);
        ToolCatalog late = ApprovalInstance.catalog(server.url().toString(), shortly)) {
      int few = Math.max(5, CALLS / 20);
      others.addAll(suspend(catalog, approvals, "changed", few));
      others.addAll(suspend(late, shortly, "expired", few));
      for (PendingApproval call : others) {
        approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());
      }
      calls = suspend(catalog, approvals, "act", CALLS);
    }
    scriptOthers("Does something else");
    for (PendingApproval call : others) {
      while (call.tool().equals("expired")
          && approvals.find(call.id()).orElseThrow().state() != ApprovalState.EXPIRED) {
        LockSupport.parkNanos(10_000_000);
      }
    }

    int kills = runKilling(approvals, calls);

    Map<ApprovalState, Integer> states = new EnumMap<>(ApprovalState.class);
    int unseen = 0;
    for (int i = 0; i < calls.size(); i++) {
      PendingApproval call = approvals.find(calls.get(i).id()).orElseThrow();
      int count = runs.getOrDefault(i, new AtomicInteger()).get();
      states.merge(call.state(), 1, Integer::sum);
      switch (call.state()) {
        case EXECUTED -> assertThat(count).as("%s", call).isEqualTo(1);
        case UNKNOWN -> {
          assertThat(count).as("%s", call).isLessThanOrEqualTo(1);
          unseen += 1 - count;
        }
        default -> assertThat(count).as("%s %s", call, call.state()).isZero();
      }
    }
    results.note(
        "%d calls, %d kills: %s, %d of the unknown ones did not arrive",
        CALLS, kills, states, unseen);
    assertThat(unseen).isLessThan(kills * ApprovalInstance.RESUMING_THREADS);
    assertThat(states.getOrDefault(ApprovalState.EXECUTED, 0)).isPositive();
    assertThat(runsOfOthers).as("expired, or of another definition").hasValue(0);
    Map<ApprovalState, Integer> otherStates = new HashMap<>();
    for (PendingApproval call : others) {
      otherStates.merge(approvals.find(call.id()).orElseThrow().state(), 1, Integer::sum);
    }
    assertThat(otherStates).containsOnlyKeys(ApprovalState.EXPIRED, ApprovalState.NOT_EXECUTED);
    server.close();
  }

  /**
   * @return how many instances were killed
   */
  private int runKilling(McpApprovals approvals, List<PendingApproval> calls) throws Exception {
    int kills = 0;
    List<ApprovalInstance> instances = new ArrayList<>();
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    Random random = new Random(1);
    try {
      for (int i = 0; i < instanceCount; i++) {
        instances.add(ApprovalInstance.start(database, server.url().toString(), calls.size()));
      }
      while (!areOver(approvals, calls)) {
        if (System.nanoTime() - deadline > 0) {
          throw new AssertionError("the calls do not end");
        }
        assertThat(instances).allMatch(ApprovalInstance::isAlive);
        int nextKill = (kills + 1) * CALLS / (KILLS + 2);
        if (kills < KILLS && allRuns.get() >= nextKill) {
          int victim = random.nextInt(instances.size());
          instances.get(victim).kill();
          kills++;
          instances.set(
              victim, ApprovalInstance.start(database, server.url().toString(), calls.size()));
        }
        LockSupport.parkNanos(2_000_000);
      }
    } finally {
      instances.forEach(ApprovalInstance::close);
    }
    assertThat(kills).isPositive();
    return kills;
  }

  private long nextLook = System.nanoTime();

  /** Looks once a second, and leaves the database to the others meanwhile. */
  private boolean areOver(McpApprovals approvals, List<PendingApproval> calls) {
    if (System.nanoTime() - nextLook < 0) {
      return false;
    }
    nextLook = System.nanoTime() + Duration.ofSeconds(1).toNanos();
    return calls.stream()
        .allMatch(call -> approvals.find(call.id()).orElseThrow().state().isFinal());
  }
}
