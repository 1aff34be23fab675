package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.arguments.FixedArguments;
import io.mcpbridge.arguments.Problem;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.error.ServersWords;
import io.mcpbridge.model.Tool;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the call the arguments that are this application's to give, and makes the others fit the
 * tool's schema, as far as the server's policy wants that.
 */
final class FittingArguments implements ToolCallStep {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final SchemaValidator validator;

  /** The tools whose schema cannot be used. */
  private final ToldOnce unusable = new ToldOnce();

  FittingArguments(SchemaValidator validator) {
    this.validator = validator;
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
      List<Problem> problems = problems(call, tool.inputSchema(), arguments);
      problems = problems.stream().filter(problem -> !isAbout(fixed, problem)).toList();
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

  /** A schema that a validator cannot use is for the server to apply. */
  private List<Problem> problems(
      ToolCall call,
      Map<String, @Nullable Object> schema,
      Map<String, @Nullable Object> arguments) {
    try {
      return validator.check(schema, arguments);
    } catch (RuntimeException | StackOverflowError e) {
      if (unusable.isNews(call.modelName())) {
        log.warn(
            "MCP server \"{}\": the arguments of {} are sent unchecked, its schema cannot be used: {}",
            call.tool().server(),
            call.modelName(),
            ServersWords.line(e.toString()));
      }
      return List.of();
    }
  }
}
