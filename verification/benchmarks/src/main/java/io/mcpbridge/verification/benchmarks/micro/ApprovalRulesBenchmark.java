package io.mcpbridge.verification.benchmarks.micro;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.ArgumentCondition;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.jdbc.JdbcApprovalStore;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.verification.benchmarks.server.Answers;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One small call through a catalog without I/O, which the last of some rules allows. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ApprovalRulesBenchmark {

  private static final String ARGUMENTS = Call.of(17).json();

  /** The number of rules; with none, every call is allowed. */
  @Param({"0", "200"})
  public int rules;

  /** What is asked about calls that need approval; this one does not. */
  @Param({"handler", "jdbc"})
  public String approvals = "handler";

  private @Nullable ToolCatalog catalog;

  /** Connects the only server. */
  @Setup
  public void connect() {
    ToolCatalog connected =
        ToolCatalog.builder()
            .server("s", new MemoryTransport(Answers.inMemory("2025-11-25")))
            .approval(policy())
            .build();
    if (!connected.awaitReady(Duration.ofSeconds(60))) {
      throw new IllegalStateException("not connected");
    }
    catalog = connected;
  }

  private ApprovalPolicy policy() {
    ApprovalPolicy.Builder policy =
        ApprovalPolicy.builder().otherwise(rules == 0 ? ApprovalMode.ALLOW : ApprovalMode.ASK);
    ArgumentCondition inData = ArgumentCondition.below("/data");
    for (int i = 1; i < rules; i++) {
      policy.rule(
          switch (i % 4) {
            case 0 -> ApprovalRule.deny("drop_" + i, "delete_" + i);
            case 1 -> ApprovalRule.ask("t" + i + "__write").when("/path", inData);
            case 2 -> ApprovalRule.deny(Call.TOOL).when("/path", inData).forUsers("guest" + i);
            default -> ApprovalRule.allow("files__read_" + i);
          });
    }
    if (rules > 0) {
      policy.rule(ApprovalRule.allow("s__" + Call.TOOL));
    }
    if (approvals.equals("jdbc")) {
      JdbcDataSource database = new JdbcDataSource();
      database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
      policy.handlerAsync(
          McpApprovals.builder()
              .store(JdbcApprovalStore.of(database))
              .suspendFor(Duration.ofDays(1))
              .build());
    } else {
      policy.handler(request -> ApprovalDecision.deny());
    }
    return policy.build();
  }

  /** Closes the catalog. */
  @TearDown
  public void close() {
    if (catalog != null) {
      catalog.close();
    }
  }

  /** Calls as the user {@code ada}. */
  @Benchmark
  public String call() {
    if (catalog == null) {
      throw new IllegalStateException("not connected");
    }
    return catalog
        .call("s__" + Call.TOOL, ARGUMENTS, CallOptions.builder().user("ada").build())
        .text();
  }
}
