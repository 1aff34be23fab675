package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.McpResult;
import java.util.List;
import java.util.concurrent.CompletionException;

/** The call contract for asynchronous calls. */
class FutureCallContractTest extends CallContractTest {

  @Override
  <R extends McpResult> R execute(McpCall<R> call) {
    try {
      return call.submit().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof McpException failure ? failure : e;
    }
  }

  @Override
  void assertReportedOn(List<Thread> threads) {
    assertThat(threads).doesNotContain(Thread.currentThread());
  }
}
