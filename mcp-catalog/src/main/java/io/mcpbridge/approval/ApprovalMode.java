package io.mcpbridge.approval;

/** Whether a tool call needs approval before it is sent to the server. */
public enum ApprovalMode {
  /** Sent without approval. */
  ALLOW,

  /** Sent only if the application's {@link ApprovalHandler} allows it. */
  ASK,

  /** Never sent. */
  DENY
}
