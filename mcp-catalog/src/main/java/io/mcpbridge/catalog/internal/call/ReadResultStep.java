package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.result.ResultLimit;
import io.mcpbridge.catalog.internal.result.ResultReader;
import io.mcpbridge.catalog.internal.result.StoredResult;
import io.mcpbridge.catalog.internal.result.StoredResults;
import io.mcpbridge.catalog.internal.tools.ReadResultTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.json.ParseMemory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls that read on in a stored result. They reach no server, so it may be unavailable,
 * and what they return is never stored itself.
 */
final class ReadResultStep implements PipelineStep<ToolCall> {

  private final StoredResults stored;

  ReadResultStep(StoredResults stored) {
    this.stored = stored;
  }

  @Override
  public Next before(ToolCall call) {
    return call.server().readsResults(call.tool().name())
        ? call.answer(answer(call))
        : Next.PROCEED;
  }

  private ToolOutput answer(ToolCall call) {
    Map<String, @Nullable Object> arguments = call.arguments();
    if (!(arguments.get(ReadResultTool.HANDLE) instanceof String handle)) {
      return ToolOutput.refusal("The argument handle is missing: it is in the note of a result.");
    }
    try (ParseMemory.Permit permit =
        stored.awaitMemory(call.caller(), handle.strip(), call.storeAccess())) {
      return answer(call, handle.strip());
    } catch (RuntimeException e) {
      return ToolOutput.failure(
          "The stored result cannot be read at the moment.",
          new McpException("the result store failed", e)
              .withOperation(call.tool().server(), "tools/call " + ReadResultTool.NAME));
    }
  }

  private ToolOutput answer(ToolCall call, String handle) {
    StoredResult result = stored.find(call.caller(), handle, call.storeAccess());
    if (result == null) {
      return ToolOutput.refusal(
          "There is no result with this handle, or its time is over; call the tool again.");
    }
    ResultLimit limit = ResultLimit.of(call.server().options(), call.tool().listed(), true);
    try {
      String text = new ResultReader(result, limit).read(call.arguments());
      return ToolOutput.success(text);
    } catch (ResultReader.NotThereException e) {
      return ToolOutput.refusal(e.words());
    }
  }
}
