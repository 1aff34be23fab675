package io.mcpbridge.catalog.call;

import io.mcpbridge.catalog.result.FailureText;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.error.McpUnavailableException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tool calls of a catalog. */
public final class CatalogCalls {

  private final CallPipeline pipeline;
  private final ThreadContextProvider threadContext;
  private final BooleanSupplier closed;
  private final LongAdder unknownTools = new LongAdder();
  private final Set<ToolCall> asyncCalls = ConcurrentHashMap.newKeySet();

  /**
   * @param closed whether the catalog is closed
   */
  public CatalogCalls(
      CallPipeline pipeline, ThreadContextProvider threadContext, BooleanSupplier closed) {
    this.pipeline = pipeline;
    this.threadContext = threadContext;
    this.closed = closed;
  }

  /**
   * Calls one of these tools. The caller must be allowed to call all of them.
   *
   * @param known the servers that the caller may know of
   */
  public ToolOutput call(
      CatalogSnapshot among,
      Supplier<List<ServerStatus>> known,
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options) {
    ToolCall call = new ToolCall(among, known, modelName, argumentsJson, options);
    ToolOutput output = pipeline.run(call);
    count(call);
    return output;
  }

  /** Another thread does not know the user of this one. */
  private @Nullable Object submitter(CallOptions options) {
    if (options.user() != null) {
      return null;
    }
    try {
      return threadContext.capture().user();
    } catch (RuntimeException e) {
      return null; // CallerStep asks again, and keeps the failure
    }
  }

  /**
   * As {@link #call}, without blocking a thread while the server works.
   *
   * @param threads runs the call; its threads may block
   * @param context restored on each of these threads
   */
  public CompletableFuture<ToolOutput> callAsync(
      CatalogSnapshot among,
      Supplier<List<ServerStatus>> known,
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      Executor threads,
      ContextSnapshot context) {
    ToolCall call =
        new ToolCall(among, known, modelName, argumentsJson, options, submitter(options));
    CompletableFuture<ToolOutput> result = new CompletableFuture<>();
    pipeline.prepare(
        call,
        new ContextExecutor(call, threads, context),
        () -> {
          count(call);
          complete(result, call);
        });
    asyncCalls.add(call);
    result.whenComplete(
        (output, failure) -> {
          asyncCalls.remove(call);
          call.cancel(); // by the caller, or with orTimeout; harmless where the call is over
        });
    if (closed.getAsBoolean()) {
      call.close();
    }
    try {
      pipeline.submit(call);
    } catch (RejectedExecutionException e) { // closed: answers without waiting
      result.complete(call(among, known, modelName, argumentsJson, options));
    }
    return result;
  }

  /**
   * Answers a call of a tool that is not a server's, within the limits of all calls.
   *
   * @param answer the answer unless a limit is reached
   */
  public ToolOutput answer(String modelName, CallOptions options, Supplier<ToolOutput> answer) {
    return pipeline.answer(modelName, options, answer);
  }

  /**
   * As {@link #answer}, on another thread.
   *
   * @param context restored on that thread
   */
  public CompletableFuture<ToolOutput> answerAsync(
      String modelName,
      CallOptions options,
      Supplier<ToolOutput> answer,
      Executor threads,
      ContextSnapshot context) {
    try {
      return CompletableFuture.supplyAsync(
          () -> context.call(() -> answer(modelName, options, answer)), threads);
    } catch (RejectedExecutionException e) {
      McpUnavailableException failure =
          new McpUnavailableException("the catalog is closed", null, e);
      return CompletableFuture.completedFuture(
          ToolOutput.failure(FailureText.of(failure, modelName), failure));
    }
  }

  private void count(ToolCall call) {
    if (call.isUnknown()) {
      unknownTools.increment();
    }
  }

  private static void complete(CompletableFuture<ToolOutput> result, ToolCall call) {
    Throwable failure = call.failure();
    if (failure != null) {
      result.completeExceptionally(failure);
      return;
    }
    try {
      result.complete(CallPipeline.output(call));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  /** A model called a tool that does not exist. */
  public void unknownToolCalled() {
    unknownTools.increment();
  }

  /** How often a model called a tool that does not exist. */
  public long unknownTools() {
    return unknownTools.sum();
  }

  /** The catalog is closed: asynchronous calls that wait for something end now. */
  public void close() {
    asyncCalls.forEach(ToolCall::close);
  }
}
