package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.arguments.FixedArguments;
import io.mcpbridge.arguments.Problem;
import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.model.Tool;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives the call the arguments that are this application's to give, and makes the others fit the
 * tool's schema, as far as the server's policy wants that.
 */
final class FittingArguments implements ToolCallStep {

  private final SchemaChecks checks;

  FittingArguments(SchemaChecks checks) {
    this.checks = checks;
  }

  @Override
  public ToolOutput take(ToolCall call, Rest rest) {
    ServerOptions options = call.server().options();
    Tool tool = call.tool().listed();
    FixedArguments fixed = options.forTool(tool.name()).fixedArguments();
    ArgumentPolicy policy = options.argumentPolicy();
    Map<String, @Nullable Object> arguments = fixed.droppedFrom(call.arguments());
    if (policy != ArgumentPolicy.PASS) {
      arguments = ToolArguments.repaired(arguments, tool.inputSchema());
    }
    arguments = fixed.addedTo(arguments);
    if (policy == ArgumentPolicy.REPAIR_AND_CHECK) {
      List<Problem> problems = checks.ofArguments(call.tool(), arguments);
      if (!problems.isEmpty()) {
        problems = problems.stream().filter(problem -> !isAbout(fixed, problem)).toList();
      }
      if (!problems.isEmpty()) {
        return WrittenArguments.refusal(
            call,
            "do not fit: " + ToolArguments.told(problems),
            "do not fit the schema, look at " + ToolArguments.places(problems));
      }
    }
    return rest.proceed(call.withArguments(arguments));
  }

  /** What this application gives is not the model's to mend, and not for it to read. */
  private static boolean isAbout(FixedArguments fixed, Problem problem) {
    return !problem.path().isEmpty() && fixed.names().contains(problem.path().get(0));
  }
}
