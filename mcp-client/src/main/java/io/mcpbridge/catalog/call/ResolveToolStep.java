package io.mcpbridge.catalog.call;

import io.mcpbridge.catalog.result.FailureText;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.catalog.supervision.ManagedServer;
import io.mcpbridge.catalog.supervision.ServerRegistry;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Resolves the name from the model, and registers the call with its server if that may be used. */
public final class ResolveToolStep implements PipelineStep<ToolCall> {

  private final ServerRegistry servers;
  private final BooleanSupplier closed;
  private final CallerStep callerStep;
  private final CallGuardStep guards;

  /**
   * @param closed whether the catalog is closed
   * @param callerStep determines the user of calls of unknown tools
   * @param guards count them
   */
  ResolveToolStep(
      ServerRegistry servers, BooleanSupplier closed, CallerStep callerStep, CallGuardStep guards) {
    this.servers = servers;
    this.closed = closed;
    this.callerStep = callerStep;
    this.guards = guards;
  }

  @Override
  public Next before(ToolCall call) {
    CatalogTool seen = call.among().resolveAny(call.writtenName());
    if (seen == null) {
      call.unknown();
      return call.answer(
          refusal(call, () -> unknown(call.among(), call.known(), call.writtenName())));
    }
    ManagedServer server = servers.begin(seen.server());
    if (server == null) {
      return call.answer(gone(call, seen));
    }
    call.chooseServer(server);
    // The server may have been replaced since; its current state decides.
    CatalogTool tool = server.present(seen);
    if (tool == null) {
      return call.answer(gone(call, seen));
    }
    call.chooseTool(tool);
    return Next.PROCEED;
  }

  @Override
  public Next after(ToolCall call) {
    if (call.hasServer()) {
      call.server().lifecycle().end();
    }
    return Next.RETURN;
  }

  private ToolOutput gone(ToolCall call, CatalogTool seen) {
    if (closed.getAsBoolean()) {
      McpUnavailableException failure = new McpUnavailableException("the catalog is closed", null);
      return ToolOutput.failure(FailureText.of(failure, call.modelName(seen)), failure);
    }
    // Suggests no names of this catalog to a model that was offered other tools.
    return refusal(
        call,
        () ->
            call.options().shownName() == null
                ? unknown(call.among().without(seen), call.known(), call.writtenName())
                : call.options().shownName() + " is no longer available; go on without it.");
  }

  private ToolOutput refusal(ToolCall call, Supplier<String> text) {
    Object named = call.namedUser();
    return guards.answer(
        call.writtenName(),
        call.options(),
        named == null ? callerStep.userOfThread(failure -> {}) : named,
        () -> ToolOutput.refusal(text.get()));
  }

  /** The answer to the model for a call of an unknown or removed tool. */
  public static String unknown(
      CatalogSnapshot among, Supplier<List<ServerStatus>> known, String modelName) {
    CatalogTool tool = among.tool(modelName);
    CatalogSnapshot others = tool == null ? among : among.without(tool);
    return new UnknownToolMessage(modelName, others, known.get()).sentences();
  }
}
