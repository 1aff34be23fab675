package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.result.FailureText;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.Visibility;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the name from the model, and registers the call with its server if that may be used. A
 * call that no server answers goes through the same steps, with the catalog in place of a server.
 */
public final class ResolveToolStep implements PipelineStep<ToolCall> {

  private static final int MAX_NAME_LENGTH = 100;

  private final ServerRegistry servers;
  private final ServerHistory ownHistory;
  private final BooleanSupplier closed;

  /**
   * @param ownHistory counts and reports the calls that the catalog itself answers
   * @param closed whether the catalog is closed
   */
  ResolveToolStep(ServerRegistry servers, ServerHistory ownHistory, BooleanSupplier closed) {
    this.servers = servers;
    this.ownHistory = ownHistory;
    this.closed = closed;
  }

  @Override
  public Next before(ToolCall call) {
    CatalogTool seen = call.among().resolveAny(call.writtenName());
    if (call.ownAnswer() != null) {
      return answeredByCatalog(call, seen);
    }
    if (seen == null) {
      call.unknown(() -> unknown(call.among(), call.servers(), call.writtenName()));
      return answeredByCatalog(call, null);
    }
    CatalogTool offered = call.offered();
    if (offered != null && !offered.server().equals(seen.server())) {
      return gone(call, offered); // another server's tool has the name now
    }
    ManagedServer server = servers.begin(seen.server());
    if (server == null) {
      return gone(call, seen);
    }
    call.chooseServer(server);
    // The server may have been replaced since; its current state decides.
    CatalogTool tool = server.present(seen);
    if (tool == null) {
      return gone(call, seen);
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

  private Next gone(ToolCall call, CatalogTool seen) {
    // Suggests no names of this catalog to a model that was offered other tools.
    String shownName = call.options().shownName();
    call.refusedBy(
        () ->
            shownName == null
                ? unknown(call.among().without(seen), call.servers(), call.writtenName())
                : shownName + " is no longer available; go on without it.");
    return answeredByCatalog(call, seen);
  }

  /**
   * @param tool {@code null} if there is no such tool
   */
  private Next answeredByCatalog(ToolCall call, @Nullable CatalogTool tool) {
    CatalogTool called = tool == null ? noTool(call.writtenName()) : tool;
    if (closed.getAsBoolean()) {
      McpUnavailableException failure = new McpUnavailableException("the catalog is closed", null);
      return call.answer(
          ToolOutput.failure(FailureText.of(failure, call.modelName(called)), failure));
    }
    call.chooseCatalog(ownHistory);
    call.chooseTool(called);
    return Next.PROCEED;
  }

  /** What events and messages name in place of a tool. */
  private static CatalogTool noTool(String written) {
    String name = ServerText.line(written, MAX_NAME_LENGTH);
    Tool tool =
        new Tool(
            name, null, null, Map.of(), null, ToolAnnotations.none(), List.of(), null, Map.of());
    return new CatalogTool(name, CatalogCalls.NO_SERVER, tool, tool, Visibility.OFFERED);
  }

  /** The answer to the model for a call of an unknown or removed tool. */
  public static String unknown(
      CatalogSnapshot among, Supplier<List<ServerStatus>> servers, String modelName) {
    CatalogTool tool = among.tool(modelName);
    CatalogSnapshot suggested = tool == null ? among : among.without(tool);
    return new UnknownToolMessage(modelName, suggested, servers.get()).sentences();
  }
}
