package io.mcpbridge.contract;

import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.McpResult;
import java.util.concurrent.CompletionException;

/** The task contract for asynchronous calls. */
class FutureTaskContractTest extends TaskContractTest {

  @Override
  <R extends McpResult> R execute(McpCall<R> call) {
    try {
      return call.submit().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof McpException failure ? failure : e;
    }
  }
}
