package io.mcpbridge.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.time.Duration;
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

  private void add(Tool listed, Object user) {
    remembered.add(
        request(listed, user),
        listed,
        ApprovalDecision.allowAlways(),
        Duration.ofDays(1),
        remembered.clearCount());
  }

  @Test
  void evictsOldestApproval() {
    for (int user = 0; user < RememberedApprovals.MAX_DECISIONS; user++) {
      add(tool, user);
    }
    add(tool, 0);
    add(tool, "one more");

    assertThat(remembered.isRemembered(request(tool, 1), tool, false)).isFalse();
    assertThat(remembered.isRemembered(request(tool, 2), tool, false)).isTrue();
    assertThat(remembered.isRemembered(request(tool, 0), tool, false)).as("allowed again").isTrue();
    assertThat(remembered.isRemembered(request(tool, "one more"), tool, false)).isTrue();
  }

  @Test
  void approvalOfChangedToolRevokesEarlierApprovals() {
    Tool another = tool("purge", "Sends all");
    add(tool, "ada");
    add(another, "grace");

    assertThat(remembered.isRemembered(request(another, "grace"), another, false)).isTrue();
    assertThat(remembered.isRemembered(request(another, "ada"), another, false)).isFalse();
    assertThat(remembered.isRemembered(request(tool, "ada"), tool, false)).isFalse();
  }
}
