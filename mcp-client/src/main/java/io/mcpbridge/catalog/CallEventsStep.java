package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.model.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Counts each call and notifies the listeners of its start, progress and end. */
final class CallEventsStep implements ToolCallStep {

  @Override
  public ToolOutput take(ToolCall call, Chain chain) {
    ServerHistory history = call.server().history();
    if (!history.events().isWatched()) {
      ToolOutput output = chain.proceed(call);
      history.called(output.failure());
      return output;
    }
    CallEvent event = started(call, history);
    long start = System.nanoTime();
    ToolOutput output = chain.proceed(call.withOptions(followed(call.options(), event, history)));
    finished(event, output, start, history);
    return output;
  }

  @Override
  public CompletableFuture<ToolOutput> takeAsync(ToolCall call, AsyncCall async, AsyncRest rest) {
    ServerHistory history = call.server().history();
    if (!history.events().isWatched()) {
      return rest.proceed(call)
          .thenApply(
              output -> {
                history.called(output.failure());
                return output;
              });
    }
    CallEvent event = started(call, history);
    long start = System.nanoTime();
    return rest.proceed(call.withOptions(followed(call.options(), event, history)))
        .thenApply(
            output -> {
              finished(event, output, start, history);
              return output;
            });
  }

  private static CallEvent started(ToolCall call, ServerHistory history) {
    CallEvent event = event(call);
    history.events().add(listener -> listener.callStarted(event));
    return event;
  }

  private static void finished(
      CallEvent event, ToolOutput output, long start, ServerHistory history) {
    CallOutcome outcome = CallOutcome.of(output, Duration.ofNanos(System.nanoTime() - start));
    history.called(output.failure());
    history.events().add(listener -> listener.callFinished(event, outcome));
  }

  private static CallEvent event(ToolCall call) {
    CatalogTool tool = call.tool();
    return new CallEvent(
        UUID.randomUUID().toString(),
        tool.server(),
        tool.name(),
        tool.modelName(),
        call.arguments().keySet(),
        Instant.now());
  }

  /** Requests progress only if a listener wants it, since progress costs messages. */
  private static CallOptions followed(CallOptions options, CallEvent event, ServerHistory history) {
    if (!history.events().wantsProgress()) {
      return options;
    }
    Consumer<Progress> caller = options.onProgress();
    return options.withProgress(
        progress -> {
          history.events().addPassing(listener -> listener.progress(event, progress));
          if (caller != null) {
            caller.accept(progress);
          }
        });
  }
}
