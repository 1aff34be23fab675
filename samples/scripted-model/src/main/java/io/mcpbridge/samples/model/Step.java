package io.mcpbridge.samples.model;

/** What one part of a question comes down to. */
sealed interface Step {

  /**
   * A tool to call.
   *
   * @param arguments JSON text of an object
   */
  record Call(String tool, String arguments) implements Step {}

  /**
   * No call.
   *
   * @param why a sentence that says what could not be found
   */
  record Unclear(String why) implements Step {}
}
