package io.mcpbridge.catalog;

import java.time.Duration;

/** Gives a call its tool's time limit, unless the caller has set one for it. */
final class ToolTimeout implements ToolCallStep {

  @Override
  public ToolOutput take(ToolCall call, Rest rest) {
    Duration limit = call.server().options().forTool(call.tool().tool().name()).timeout();
    return limit == null || call.options().timeout() != null
        ? rest.proceed(call)
        : rest.proceed(call.withOptions(call.options().withTimeout(limit)));
  }
}
