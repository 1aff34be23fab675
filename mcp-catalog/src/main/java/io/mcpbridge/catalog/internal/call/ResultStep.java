package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.result.OutputValidation;
import io.mcpbridge.catalog.internal.result.ResultLimit;
import io.mcpbridge.catalog.internal.result.ResultRenderer;
import io.mcpbridge.catalog.internal.result.StoredResults;
import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.internal.tools.ReadResultTool;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.selection.Visibility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renders the server's result as text for the model. */
final class ResultStep implements PipelineStep<ToolCall> {

  private static final Logger log = LoggerFactory.getLogger(ResultStep.class);

  private final OnceLogger shortened = new OnceLogger();
  private final OutputValidation output;
  private final StoredResults stored;

  ResultStep(OutputValidation output, StoredResults stored) {
    this.output = output;
    this.stored = stored;
  }

  @Override
  public Next after(ToolCall call) {
    CallToolResult result = call.result();
    return call.failure() == null && result != null
        ? call.answer(rendered(call, result))
        : Next.RETURN;
  }

  private ToolOutput rendered(ToolCall call, CallToolResult result) {
    output.check(call.tool(), result);
    String from = call.server().options().provenance() ? from(call) : "";
    StoredResults.Keeper keeper = keeper(call);
    ResultLimit limit =
        ResultLimit.of(
            call.server().options(), call.tool().listed(), keeper != StoredResults.Keeper.NONE);
    return ResultRenderer.render(
        result,
        from,
        call.server().options(),
        limit,
        (length, maxLength) -> logTruncation(call.tool(), length, maxLength, limit.setting()),
        keeper);
  }

  /** Keeps nothing if the caller cannot read on: without a store, or without the tool for it. */
  private StoredResults.Keeper keeper(ToolCall call) {
    if (!stored.isEnabled()) {
      return StoredResults.Keeper.NONE;
    }
    CatalogTool reader =
        call.among().tool(ToolNames.modelName(call.tool().server(), ReadResultTool.NAME));
    if (reader == null
        || reader.visibility() != Visibility.OFFERED
        || !call.server().readsResults(reader.name())) {
      return StoredResults.Keeper.NONE;
    }
    boolean isShownWithoutPrefix = call.tool().name().equals(call.options().shownName());
    return stored.keeper(
        call.caller(),
        isShownWithoutPrefix ? reader.name() : reader.modelName(),
        call.storeAccess());
  }

  private static String from(ToolCall call) {
    CatalogTool tool = call.tool();
    String words = ServerText.line(tool.shown().displayName());
    return "[" + call.modelName() + ", \"" + words + "\" of " + tool.server() + "]";
  }

  private void logTruncation(CatalogTool tool, int length, int maxLength, String setting) {
    if (shortened.isFirst(tool.modelName())) {
      log.info(
          "MCP server \"{}\": a result of \"{}\" with {} characters was shortened to {}"
              + " characters for the model ({}); logged once per tool",
          tool.server(),
          ServerText.line(tool.name()),
          length,
          maxLength,
          setting);
    }
  }
}
