package com.example.approval;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The calls of a user that wait, for a page. */
@RestController
class Approvals {

  private final McpApprovals approvals;

  Approvals(McpApprovals approvals) {
    this.approvals = approvals;
  }

  @GetMapping("/approvals")
  Map<String, String> waiting() { // questions, such as Delete file: "/tmp/a"
    return approvals.ofCurrentUser().stream()
        .collect(Collectors.toMap(PendingApproval::id, PendingApproval::question));
  }

  @PostMapping("/approvals/{id}/allow")
  boolean allow(@PathVariable String id) {
    return approvals.decideAsCurrentUser(id, ApprovalDecision.allow());
  }

  @PostMapping("/approvals/{id}/deny")
  boolean deny(@PathVariable String id) {
    return approvals.decideAsCurrentUser(id, ApprovalDecision.deny("the user does not want it"));
  }
}
