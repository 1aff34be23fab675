package io.mcpbridge.catalog;

import io.mcpbridge.error.McpException;

/** The call was approved for a tool or server that has changed since. It was not sent. */
final class OutdatedApprovalException extends McpException {
  private static final long serialVersionUID = 1L;

  OutdatedApprovalException(String what) {
    super("not sent: " + what + " after the call was approved");
    beforeSending();
  }

  /** The answer to the model. */
  static String sentence(String modelName) {
    return modelName
        + " did not run: the tool or its server changed after the call was approved. Call it again"
        + " if it is still needed.";
  }
}
