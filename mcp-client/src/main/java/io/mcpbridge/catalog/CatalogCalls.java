package io.mcpbridge.catalog;

import io.mcpbridge.catalog.CallerContext.ContextSnapshot;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.error.McpUnavailableException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Resolves tool names from the model and calls the tools. */
final class CatalogCalls {

  private final ServerRegistry servers;
  private final ToolCalls way;
  private final BooleanSupplier closed;
  private final Set<AsyncCall> asyncCalls = ConcurrentHashMap.newKeySet();

  /**
   * @param closed whether the catalog is closed
   */
  CatalogCalls(ServerRegistry servers, ToolCalls way, BooleanSupplier closed) {
    this.servers = servers;
    this.way = way;
    this.closed = closed;
  }

  /**
   * Calls one of these tools. The caller must be allowed to call all of them.
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
    Supplier<ToolOutput> isGone = isGone(seen, among, known, modelName, options);
    return servers.during(
        seen.server(),
        server -> {
          // The server may have been replaced since; its current state decides.
          CatalogTool tool = server.present(seen);
          return tool == null
              ? isGone.get()
              : way.run(ToolCall.of(server, tool, argumentsJson, options));
        },
        isGone);
  }

  /**
   * As {@link #call}, without blocking a thread while the server works.
   *
   * @param threads runs the stages; its threads may block
   * @param context restored on the thread of each stage
   */
  CompletableFuture<ToolOutput> callAsync(
      CatalogSnapshot among,
      Supplier<List<ServerStatus>> known,
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      Executor threads,
      ContextSnapshot context) {
    AsyncCall async = new AsyncCall(threads, context);
    CompletableFuture<ToolOutput> result = new CompletableFuture<>();
    asyncCalls.add(async);
    result.whenComplete(
        (output, failure) -> {
          asyncCalls.remove(async);
          async.cancel(); // by the caller, or with orTimeout; harmless where the call is over
        });
    if (closed.getAsBoolean()) {
      async.close();
    }
    try {
      async.execute(
          () -> {
            try {
              stages(among, known, modelName, argumentsJson, options, async)
                  .whenComplete((output, failure) -> AsyncCall.pass(output, failure, result));
            } catch (RuntimeException | Error e) {
              result.completeExceptionally(e);
            }
          },
          result::completeExceptionally);
    } catch (RejectedExecutionException e) { // closed: answers without waiting
      result.complete(call(among, known, modelName, argumentsJson, options));
    }
    return result;
  }

  /** The catalog is closed: asynchronous calls that wait for something end now. */
  void close() {
    asyncCalls.forEach(AsyncCall::close);
  }

  private CompletableFuture<ToolOutput> stages(
      CatalogSnapshot among,
      Supplier<List<ServerStatus>> known,
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      AsyncCall async) {
    CatalogTool seen = among.written(modelName);
    if (seen == null) {
      return CompletableFuture.completedFuture(
          ToolOutput.refusal(unknown(among, known, modelName)));
    }
    Supplier<ToolOutput> isGone = isGone(seen, among, known, modelName, options);
    return servers.duringAsync(
        seen.server(),
        server -> {
          CatalogTool tool = server.present(seen);
          return tool == null
              ? CompletableFuture.completedFuture(isGone.get())
              : way.runAsync(ToolCall.of(server, tool, argumentsJson, options), async);
        },
        isGone);
  }

  private Supplier<ToolOutput> isGone(
      CatalogTool seen,
      CatalogSnapshot among,
      Supplier<List<ServerStatus>> known,
      String modelName,
      CallOptions options) {
    return () ->
        closed.getAsBoolean()
            ? ToolOutput.failure(FailureText.of(closedNow(), name(seen, options)), closedNow())
            : ToolOutput.refusal(gone(among.without(seen), known, modelName, options));
  }

  private static String name(CatalogTool seen, CallOptions options) {
    String shown = options.shownName();
    return shown == null ? seen.modelName() : shown;
  }

  /** Suggests no names of this catalog to a model that was offered other tools. */
  private String gone(
      CatalogSnapshot others,
      Supplier<List<ServerStatus>> known,
      String modelName,
      CallOptions options) {
    return options.shownName() == null
        ? unknown(others, known, modelName)
        : options.shownName() + " is no longer available; go on without it.";
  }

  /** The answer to the model for a call of an unknown or removed tool. */
  String unknown(CatalogSnapshot among, Supplier<List<ServerStatus>> known, String modelName) {
    CatalogTool tool = among.tool(modelName);
    CatalogSnapshot others = tool == null ? among : among.without(tool);
    return new UnknownToolMessage(modelName, others, known.get()).sentences();
  }

  private static McpUnavailableException closedNow() {
    return new McpUnavailableException("the catalog is closed", null);
  }
}
