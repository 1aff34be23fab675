package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.error.McpUnavailableException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls tools by the names that a model writes: those that it has been shown, wherever they are.
 */
final class CatalogCalls {

  private final Servers servers;
  private final ToolCalls way;
  private final BooleanSupplier closed;

  /**
   * @param closed whether the catalogue is
   */
  CatalogCalls(Servers servers, ToolCalls way, BooleanSupplier closed) {
    this.servers = servers;
    this.way = way;
    this.closed = closed;
  }

  /**
   * Calls one of these tools, which are the caller's to call.
   *
   * @param known the servers that the caller may know of
   */
  ToolOutput call(
      CatalogSnapshot among,
      Supplier<List<ServerStatus>> known,
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options) {
    CatalogTool seen = among.written(modelName);
    if (seen == null) {
      return ToolOutput.refusal(unknown(among, known, modelName));
    }
    Supplier<ToolOutput> isGone =
        () ->
            closed.getAsBoolean()
                ? ToolOutput.failure(FailureText.of(closedNow(), seen), closedNow())
                : ToolOutput.refusal(unknown(among.without(seen), known, modelName));
    return servers.during(
        seen.server(),
        server -> {
          // Whatever stands there since, with its own word on what may be called.
          CatalogTool tool = server.present(seen);
          return tool == null
              ? isGone.get()
              : way.run(ToolCall.of(server, tool, argumentsJson, options));
        },
        isGone);
  }

  /** What to tell a model that calls a tool which is not among these, or not any more. */
  String unknown(CatalogSnapshot among, Supplier<List<ServerStatus>> known, String modelName) {
    CatalogTool tool = among.tool(modelName);
    CatalogSnapshot others = tool == null ? among : among.without(tool);
    return new UnknownTool(modelName, others, known.get()).sentences();
  }

  private static McpUnavailableException closedNow() {
    return new McpUnavailableException("the catalogue is closed", null);
  }
}
