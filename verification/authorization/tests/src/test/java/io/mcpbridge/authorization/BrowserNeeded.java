package io.mcpbridge.authorization;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Without a browser the tests are left out; where {@code MCP_BROWSER=required}, they fail. With
 * {@code none} they are left out in any case.
 */
final class BrowserNeeded implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String wish = System.getenv().getOrDefault("MCP_BROWSER", "");
    boolean run =
        switch (wish) {
          case "required" -> true;
          case "none" -> false;
          default -> Chromium.driver().isPresent();
        };
    return run
        ? ConditionEvaluationResult.enabled("with the browser of this machine")
        : ConditionEvaluationResult.disabled(
            "MCP_BROWSER=none, or no chromedriver here; verification/authorization/run installs it");
  }
}
