package com.example.input;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.model.ElicitResult;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What servers ask a user, for a page. */
@RestController
class Forms {

  private final McpElicitations elicitations;

  Forms(McpApprovals approvals) {
    this.elicitations = approvals.elicitations();
  }

  @GetMapping("/forms")
  Map<String, String> waiting() { // questions, such as hotel asks: How many nights?
    return elicitations.ofCurrentUser().stream()
        .collect(
            Collectors.toMap(PendingElicitation::id, it -> it.server() + " asks: " + it.message()));
  }

  @PostMapping("/forms/{id}/accept")
  boolean accept(@PathVariable String id, @RequestBody Map<String, Object> content) {
    return elicitations.answerAsCurrentUser(id, ElicitResult.accept(content));
  }

  @PostMapping("/forms/{id}/decline")
  boolean decline(@PathVariable String id) {
    return elicitations.answerAsCurrentUser(id, ElicitResult.decline());
  }
}
