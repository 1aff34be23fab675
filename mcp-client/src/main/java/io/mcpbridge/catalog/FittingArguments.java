package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.arguments.Problem;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.error.ServersWords;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the arguments fit the tool's schema, as far as the server's policy wants that. */
final class FittingArguments implements ToolCallStep {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);
  private static final int MOST_REMEMBERED = 1_000;

  private final SchemaValidator validator;

  /** The tools of which it was said that their schema cannot be used: once is enough. */
  private final Set<String> unusable = ConcurrentHashMap.newKeySet();

  FittingArguments(SchemaValidator validator) {
    this.validator = validator;
  }

  @Override
  public ToolOutput take(ToolCall call, Rest rest) {
    ArgumentPolicy policy = call.server().options().argumentPolicy();
    Map<String, @Nullable Object> schema = call.tool().tool().inputSchema();
    Map<String, @Nullable Object> arguments =
        policy == ArgumentPolicy.PASS
            ? call.arguments()
            : ToolArguments.repaired(call.arguments(), schema);
    List<Problem> problems =
        policy == ArgumentPolicy.REPAIR_AND_CHECK ? problems(call, schema, arguments) : List.of();
    return problems.isEmpty()
        ? rest.proceed(call.withArguments(arguments))
        : WrittenArguments.refusal(call, "do not fit: " + ToolArguments.told(problems));
  }

  /** A schema that a validator cannot use is for the server to apply. */
  private List<Problem> problems(
      ToolCall call,
      Map<String, @Nullable Object> schema,
      Map<String, @Nullable Object> arguments) {
    try {
      return validator.check(schema, arguments);
    } catch (RuntimeException | StackOverflowError e) {
      if (unusable.size() < MOST_REMEMBERED && unusable.add(call.modelName())) {
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
