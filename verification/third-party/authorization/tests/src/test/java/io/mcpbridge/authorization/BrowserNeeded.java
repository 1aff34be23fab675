package io.mcpbridge.authorization;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips the tests without a browser, or fails them if {@code MCP_BROWSER=required}. {@code
 * MCP_BROWSER=none} always skips them.
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
            "MCP_BROWSER=none, or no chromedriver here;"
                + " verification/third-party/authorization/run installs it");
  }
}
