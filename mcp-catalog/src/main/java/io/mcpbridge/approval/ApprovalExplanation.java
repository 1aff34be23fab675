package io.mcpbridge.approval;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a call runs, needs approval or never runs.
 *
 * @param mode what happens to the call
 * @param rule the rule that decides; {@code null} if none applies
 * @param reason the rule in words, or what decides in place of a rule
 * @param tried the rules for this tool that were tried before and do not apply
 */
public record ApprovalExplanation(
    ApprovalMode mode, @Nullable ApprovalRule rule, String reason, List<ApprovalRule> tried) {

  /** Copies the list. */
  public ApprovalExplanation {
    tried = List.copyOf(tried);
  }

  /** In one line, such as {@code ask, by the rule: ask shell__run when /command regex "rm"}. */
  @Override
  public String toString() {
    return mode.name().toLowerCase(Locale.ROOT)
        + (rule == null ? ", by " : ", by the rule: ")
        + reason
        + (tried.isEmpty()
            ? ""
            : tried.stream()
                .map(ApprovalRule::toString)
                .collect(Collectors.joining("; ", " (tried before: ", ")")));
  }
}
