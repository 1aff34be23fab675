package io.mcpbridge.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Remembered approvals are bounded in memory. */
class RememberedApprovalsLimitTest {

  private final RememberedApprovals remembered = new RememberedApprovals();
  private final Tool tool = tool("purge", "Deletes all");

  private static Tool tool(String name, String description) {
    return new Tool(
        name, null, description, Map.of(), null, ToolAnnotations.none(), List.of(), null, Map.of());
  }

  private static ApprovalRequest request(Tool tool, Object user) {
    return Approvals.request(
            "files__" + tool.name(),
            tool,
            Map.of(),
            CallOptions.defaults(),
            new CallerContext("files", user, null, "1", tool.name(), null),
            "hash",
            Set.of())
        .because(
            "otherwise: ask",
            Duration.ofMinutes(5),
            new ApprovalRequest.Memory(Duration.ofDays(1), false));
  }

  private void add(Object user) {
    ApprovalDecision always = ApprovalDecision.allowAlways();
    remembered.add(request(tool, user), always, remembered.clearCount());
  }

  @Test
  void evictsOldestApproval() {
    add("oldest");
    Instant added = Instant.now();
    while (Instant.now().toEpochMilli() == added.toEpochMilli()) {
      Thread.onSpinWait();
    }
    for (int user = 1; user < InMemoryApprovalStore.MAX_ENTRIES; user++) {
      add(user);
    }
    assertThat(remembered.isRemembered(request(tool, "oldest"))).isTrue();
    add("one more");

    assertThat(remembered.isRemembered(request(tool, "oldest"))).isFalse();
    assertThat(remembered.isRemembered(request(tool, "one more"))).isTrue();
  }
}
