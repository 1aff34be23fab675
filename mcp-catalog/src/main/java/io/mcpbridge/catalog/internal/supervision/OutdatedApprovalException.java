package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpException;

/** The call was approved for a tool or server that has changed since. It was not sent. */
public final class OutdatedApprovalException extends McpException {
  private static final long serialVersionUID = 1L;

  public OutdatedApprovalException(String change) {
    super("not sent: " + change + " after the call was approved", null, Delivery.NOT_SENT);
  }

  private OutdatedApprovalException(OutdatedApprovalException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected OutdatedApprovalException copy(Copy copy) {
    return new OutdatedApprovalException(this, copy);
  }

  /** The answer to the model. */
  public static String sentence(String modelName) {
    return modelName
        + " did not run: the tool or its server changed after the call was approved. Call it again"
        + " if it is still needed.";
  }
}
