package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.arguments.FixedArguments;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.model.Tool;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds the application's fixed arguments, and repairs or validates the others against the tool's
 * schema as the server's {@link ArgumentPolicy} requires.
 */
final class ArgumentsStep implements ToolCallStep {

  private final LenientSchemaValidator checks;

  ArgumentsStep(LenientSchemaValidator checks) {
    this.checks = checks;
  }

  @Override
  public ToolOutput take(ToolCall call, Chain chain) {
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
      List<SchemaViolation> problems = checks.ofArguments(call.tool(), arguments);
      if (!problems.isEmpty()) {
        problems = problems.stream().filter(problem -> !isAbout(fixed, problem)).toList();
      }
      if (!problems.isEmpty()) {
        return ArgumentParsingStep.refusal(
            call,
            "do not fit: " + ToolArguments.told(problems),
            "do not fit the schema, look at " + ToolArguments.places(problems));
      }
    }
    return chain.proceed(call.withArguments(arguments));
  }

  /** The model can neither correct nor read the application's own values. */
  private static boolean isAbout(FixedArguments fixed, SchemaViolation problem) {
    return !problem.path().isEmpty() && fixed.names().contains(problem.path().get(0));
  }
}
