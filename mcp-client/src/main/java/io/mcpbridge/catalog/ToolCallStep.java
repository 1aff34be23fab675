package io.mcpbridge.catalog;

/**
 * One thing that is done with every call of a tool: looks at it, changes it, answers it, or goes on
 * with it. Runs on the calling thread.
 */
@FunctionalInterface
interface ToolCallStep {

  ToolOutput take(ToolCall call, Rest rest);

  /** What comes after the step. */
  @FunctionalInterface
  interface Rest {

    ToolOutput proceed(ToolCall call);
  }
}
