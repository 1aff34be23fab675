package io.mcpbridge.approval;

/** What has to happen before a call of a tool is sent to its server. */
public enum ApprovalMode {
  /** Nothing. */
  AUTO,

  /** The application's {@link ApprovalHandler} has to allow it. */
  ASK,

  /** Nothing makes it happen: it is never sent. */
  DENY
}
