package io.mcpbridge.catalog;

import io.mcpbridge.selection.Visibility;

/** Rejects calls of disabled tools, from any caller. */
final class DisabledToolsStep implements ToolCallStep {

  @Override
  public ToolOutput take(ToolCall call, Chain chain) {
    return call.tool().visibility() == Visibility.DISABLED
        ? ToolOutput.refusal(call.modelName() + " is disabled; go on without it.")
        : chain.proceed(call);
  }
}
