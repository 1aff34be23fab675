package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.arguments.FixedArguments;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.internal.result.LenientSchemaValidator;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.model.Tool;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds the application's fixed arguments, and repairs or validates the others against the tool's
 * schema as the server's {@link ArgumentPolicy} requires. Rejects arguments that cannot be parsed
 * or do not match, so that the model can write them again.
 */
final class ArgumentsStep implements PipelineStep<ToolCall> {

  private final LenientSchemaValidator checks;

  ArgumentsStep(LenientSchemaValidator checks) {
    this.checks = checks;
  }

  @Override
  public Next before(ToolCall call) {
    JsonException unreadable = call.unreadable();
    if (unreadable != null) {
      String reason = "cannot be read: " + unreadable.getMessage();
      return call.answer(refusal(call, reason, reason));
    }
    return apply(call, call.arguments(), call.server().options().argumentPolicy());
  }

  /** Makes these the arguments of the call, or answers it if they do not match the schema. */
  Next apply(ToolCall call, Map<String, @Nullable Object> newArguments, ArgumentPolicy policy) {
    ServerOptions options = call.server().options();
    Tool tool = call.tool().listed();
    FixedArguments fixed =
        options
            .forTool(tool.name())
            .fixedArguments()
            .applicableTo(tool.inputSchema(), options.tools().containsKey(tool.name()));
    Map<String, @Nullable Object> written = fixed.droppedFrom(newArguments);
    Map<String, @Nullable Object> arguments = written;
    if (policy == ArgumentPolicy.REPAIR || policy == ArgumentPolicy.REPAIR_AND_CHECK) {
      arguments = ToolArguments.repaired(written, tool.inputSchema());
    }
    boolean needsNoRepair = arguments == written;
    arguments = fixed.addedTo(arguments);
    if (policy == ArgumentPolicy.CHECK || policy == ArgumentPolicy.REPAIR_AND_CHECK) {
      List<SchemaViolation> problems =
          policy == ArgumentPolicy.REPAIR_AND_CHECK && needsNoRepair && arguments == written
              ? checks.ofFittingArguments(call.tool(), arguments)
              : checks.ofArguments(call.tool(), arguments);
      if (!problems.isEmpty()) {
        problems = problems.stream().filter(problem -> !isAbout(fixed, problem)).toList();
      }
      if (!problems.isEmpty()) {
        return call.answer(
            refusal(
                call,
                "are invalid: " + ToolArguments.describe(problems),
                "do not match the schema; check " + ToolArguments.locations(problems)));
      }
    }
    call.update(arguments);
    return Next.PROCEED;
  }

  /**
   * A sentence for the model and an exception for the application.
   *
   * @param reason what the model can act on; may quote the model's arguments
   * @param loggedReason the same without argument values, since exceptions are logged and stored
   */
  private static ToolOutput refusal(ToolCall call, String reason, String loggedReason) {
    call.server().history().callCounters().increment(Counter.INVALID_ARGUMENTS);
    McpException failure =
        call.described(
            call.tool().server(),
            new McpInvalidArgumentsException("the arguments " + loggedReason));
    return ToolOutput.failure("The arguments of " + call.modelName() + " " + reason + ".", failure);
  }

  /** The model can neither correct nor read the application's own values. */
  private static boolean isAbout(FixedArguments fixed, SchemaViolation problem) {
    return !problem.path().isEmpty() && fixed.names().contains(problem.path().get(0));
  }
}
