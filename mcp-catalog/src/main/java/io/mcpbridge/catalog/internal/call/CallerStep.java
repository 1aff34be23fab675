package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.internal.pipeline.CallerMdc;
import io.mcpbridge.internal.pipeline.ExecutionIds;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Determines on whose behalf a call is made, for all following steps, the client and the log. The
 * caller's options come first, then the calling thread, then the user of the catalog.
 */
public final class CallerStep implements PipelineStep<ToolCall> {

  private static final StepField<CallerMdc> MDC_VALUES = new StepField<>();

  private final ThreadContextProvider threadContext;
  private final @Nullable Object catalogUser;

  /**
   * @param catalogUser the user of all calls; {@code null} if users share the catalog
   */
  public CallerStep(ThreadContextProvider threadContext, @Nullable Object catalogUser) {
    this.threadContext = threadContext;
    this.catalogUser = catalogUser;
  }

  @Override
  public Next before(ToolCall call) {
    CallOptions options = call.options();
    Object user = call.namedUser();
    if (user == null) {
      user = userOfThread(call::userUnknown);
    }
    String executionId =
        options.executionId() == null ? ExecutionIds.next() : options.executionId();
    CallerContext caller =
        new CallerContext(
            call.tool().server(),
            user,
            options.conversationId(),
            executionId,
            call.tool().name(),
            null);
    call.madeBy(caller);
    MDC_VALUES.set(call, CallerMdc.of(caller));
    return Next.PROCEED;
  }

  /**
   * The user of this thread, else of the catalog. Application code: a call that needs the user, for
   * an approval, fails with its failure.
   *
   * @param unknown gets the failure to determine the thread's user
   */
  @Nullable Object userOfThread(Consumer<RuntimeException> unknown) {
    try {
      Object user = threadContext.capture().user();
      return user == null ? catalogUser : user;
    } catch (RuntimeException e) {
      unknown.accept(e);
      return catalogUser;
    }
  }

  @Override
  public Next after(ToolCall call) {
    CallerMdc values = MDC_VALUES.get(call);
    if (values != null) {
      values.close();
    }
    return Next.RETURN;
  }
}
