package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.McpRequest;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the client's calls in flight; their failures name server and operation. Thread-safe. */
final class InFlightStep implements PipelineStep<ClientCall> {

  private final AtomicInteger calls = new AtomicInteger();

  /** Whether a call is in flight. */
  boolean any() {
    return calls.get() > 0;
  }

  @Override
  public Next before(ClientCall call) {
    call.counted(true);
    calls.incrementAndGet();
    return Next.PROCEED;
  }

  @Override
  public Next after(ClientCall call) {
    if (call.isCounted()) { // not if there was no thread for the call
      call.counted(false);
      calls.decrementAndGet();
    }
    if (call.failure() instanceof McpException e) {
      throw e.withNothingSent(!call.isSent())
          .withOperation(call.settings().name(), subject(call.request()));
    }
    return Next.RETURN;
  }

  private static String subject(McpRequest<?> request) {
    if (request instanceof CallToolRequest call) {
      return call.method() + " " + call.name();
    }
    return request instanceof GetPromptRequest prompt
        ? prompt.method() + " " + prompt.name()
        : request.method();
  }
}
