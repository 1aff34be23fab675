package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.client.connection.CallsInFlight;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.McpRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Knows the client's calls in flight; their failures name server and operation. Thread-safe. */
final class InFlightStep implements PipelineStep<ClientCall>, CallsInFlight {

  private final Set<ClientCall> calls = ConcurrentHashMap.newKeySet();

  @Override
  public boolean any() {
    return !calls.isEmpty();
  }

  @Override
  public List<ClientCall> callsThatMayNeedInput() {
    return calls.stream().filter(ClientCall::mayNeedInput).toList();
  }

  @Override
  public @Nullable ClientCall ofTask(String taskId) {
    for (ClientCall call : calls) {
      TaskPolling polling = call.polling();
      if (polling != null && polling.taskId().equals(taskId)) {
        return call;
      }
    }
    return null;
  }

  @Override
  public Next before(ClientCall call) {
    calls.add(call);
    return Next.PROCEED;
  }

  @Override
  public Next after(ClientCall call) {
    if (calls.contains(call)) { // not if there was no thread for the call
      if (call.mayGoOnAtServer()) { // before the removal: a request in between is not another's
        call.connection().inboundHandler().abandoned(call.caller(), null);
      }
      calls.remove(call);
    }
    if (call.failure() instanceof McpException e) {
      throw e.withDelivery(call.attempts().worst())
          .withOperation(call.settings().name(), subject(call.request()));
    }
    return Next.RETURN;
  }

  static String subject(McpRequest<?> request) {
    if (request instanceof CallToolRequest call) {
      return call.method() + " " + call.name();
    }
    return request instanceof GetPromptRequest prompt
        ? prompt.method() + " " + prompt.name()
        : request.method();
  }
}
