package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.internal.concurrent.RefusableTask;
import io.mcpbridge.internal.pipeline.CallerMdc;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tool calls of a catalog. */
public final class CatalogCalls {

  /** The server of a tool that does not exist, in events. */
  public static final String NO_SERVER = "";

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
   * @param servers the servers that the caller may know of
   * @param offered the tool that the caller prepared the call for, whose server alone may get it;
   *     {@code null} if the caller has only the name
   */
  public ToolOutput call(
      CatalogSnapshot among,
      Supplier<List<ServerStatus>> servers,
      String modelName,
      @Nullable CatalogTool offered,
      @Nullable String argumentsJson,
      CallOptions options) {
    return run(new ToolCall(among, servers, modelName, argumentsJson, options).offered(offered));
  }

  private ToolOutput run(ToolCall call) {
    try {
      return pipeline.run(call);
    } finally {
      count(call);
    }
  }

  /** The context of this thread, for a call on others; none if capturing it fails. */
  public ContextSnapshot capture() {
    try {
      return threadContext.capture();
    } catch (RuntimeException e) {
      return ThreadContextProvider.NOTHING; // CallerStep asks again, and keeps the failure
    }
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
      Supplier<List<ServerStatus>> servers,
      String modelName,
      @Nullable CatalogTool offered,
      @Nullable String argumentsJson,
      CallOptions options,
      Executor threads,
      ContextSnapshot context) {
    return submit(
        user ->
            new ToolCall(among, servers, modelName, argumentsJson, options, user).offered(offered),
        options,
        threads,
        context);
  }

  private CompletableFuture<ToolOutput> submit(
      Function<@Nullable Object, ToolCall> factory,
      CallOptions options,
      Executor threads,
      ContextSnapshot context) {
    ToolCall call = factory.apply(submitter(options));
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
      result.complete(run(factory.apply(null)));
    }
    return result;
  }

  /**
   * Answers a call of one of these tools that is not a server's, through the steps of all calls.
   *
   * @param answer the answer unless a limit is reached
   */
  public ToolOutput answer(
      CatalogSnapshot among,
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      Supplier<ToolOutput> answer) {
    return run(new ToolCall(among, List::of, modelName, argumentsJson, options).answeredBy(answer));
  }

  /** As {@link #answer}, on another thread, on which the context is restored. */
  public CompletableFuture<ToolOutput> answerAsync(
      CatalogSnapshot among,
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      Supplier<ToolOutput> answer,
      Executor threads,
      ContextSnapshot context) {
    return submit(
        user ->
            new ToolCall(among, List::of, modelName, argumentsJson, options, user)
                .answeredBy(answer),
        options,
        threads,
        context);
  }

  /** Answers a call of a tool that none of the sets has that a model may use. */
  public ToolOutput unknown(
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      Supplier<String> text) {
    return run(
        new ToolCall(CatalogSnapshot.EMPTY, List::of, modelName, argumentsJson, options)
            .unknown(text));
  }

  /** As {@link #unknown}, on another thread, on which the context is restored. */
  public CompletableFuture<ToolOutput> unknownAsync(
      String modelName,
      @Nullable String argumentsJson,
      CallOptions options,
      Supplier<String> text,
      Executor threads,
      ContextSnapshot context) {
    return submit(
        user ->
            new ToolCall(CatalogSnapshot.EMPTY, List::of, modelName, argumentsJson, options, user)
                .unknown(text),
        options,
        threads,
        context);
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

  /** How often a model called a tool that does not exist. */
  public long unknownTools() {
    return unknownTools.sum();
  }

  /** The catalog is closed: asynchronous calls that wait for something end now. */
  public void close() {
    asyncCalls.forEach(ToolCall::close);
  }

  /**
   * Runs the work of one asynchronous call with the context of its caller.
   *
   * @param threads may block
   * @param context restored on each thread
   */
  private record ContextExecutor(ToolCall call, Executor threads, ContextSnapshot context)
      implements Executor {

    @Override
    public void execute(Runnable work) {
      threads.execute(() -> run(work));
    }

    private void runWithMdc(Runnable work) {
      CallerContext caller = call.callerIfKnown();
      try (CallerMdc mdc = caller == null ? CallerMdc.keep() : CallerMdc.of(caller)) {
        work.run();
      }
    }

    /**
     * The context is the application's code: it may fail before the work has begun, or forget it.
     */
    private void run(Runnable work) {
      try {
        context.call(
            () -> {
              runWithMdc(work);
              return true;
            });
      } catch (Throwable e) {
        if (!(work instanceof RefusableTask task) || !task.refuse(e)) {
          throw e;
        }
      }
      if (work instanceof RefusableTask task) {
        task.refuse(
            new IllegalStateException(
                "ThreadContextProvider.ContextSnapshot.call returned without running the call: "
                    + context.getClass().getName()));
      }
    }
  }
}
