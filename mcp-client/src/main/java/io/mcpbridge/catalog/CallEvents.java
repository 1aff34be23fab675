package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.model.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts each call and tells those who watch of it: that it begins, how far it is, how it ends. */
final class CallEvents implements ToolCallStep {

  @Override
  public ToolOutput take(ToolCall call, Rest rest) {
    ServerHistory history = call.server().history();
    if (!history.events().isWatched()) {
      ToolOutput output = rest.proceed(call);
      history.called(output.failure());
      return output;
    }
    CallEvent event = event(call);
    history.events().add(listener -> listener.callStarted(event));
    long start = System.nanoTime();
    ToolOutput output = rest.proceed(call.withOptions(followed(call.options(), event, history)));
    CallOutcome outcome = CallOutcome.of(output, Duration.ofNanos(System.nanoTime() - start));
    history.called(output.failure());
    history.events().add(listener -> listener.callFinished(event, outcome));
    return output;
  }

  private static CallEvent event(ToolCall call) {
    CatalogTool tool = call.tool();
    return new CallEvent(
        UUID.randomUUID().toString(),
        tool.server(),
        tool.name(),
        tool.modelName(),
        keys(call.written()),
        Instant.now());
  }

  private static Set<String> keys(@Nullable String written) {
    try {
      return ToolArguments.read(written).keySet();
    } catch (JsonException unreadable) {
      return Set.of(); // the step that reads the arguments has something to say about that
    }
  }

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
