package io.mcpbridge.samples.model;

/** The plan for one part of a question. */
sealed interface Step {

  /**
   * A tool call.
   *
   * @param arguments JSON text of an object
   */
  record Call(String tool, String arguments) implements Step {}

  /**
   * No call.
   *
   * @param reason a sentence that names what is missing
   */
  record Unclear(String reason) implements Step {}
}
