package io.mcpbridge.approval;

/** How far a call that needed approval has got. */
public enum ApprovalState {
  /** It waits for a decision. */
  WAITING,

  /** It may run, and does not yet. */
  ALLOWED,

  /** It was refused. */
  DENIED,

  /** A person answered in place of the tool. */
  ANSWERED,

  /** It was allowed and is running. */
  RUNNING,

  /** The server answered it. */
  EXECUTED,

  /** It was allowed, and was not sent, or the server rejected it unread. */
  NOT_EXECUTED,

  /**
   * It was sent and no answer arrived, or its process ended. The server may have run it, so it is
   * not sent again, see {@link McpApprovals.Builder#repeatIdempotent}.
   */
  UNKNOWN,

  /** Its time was up before it ran. */
  EXPIRED,

  /** Its caller gave up waiting, or a remembered decision was forgotten. */
  WITHDRAWN,

  /** Not a call: a decision that answers later calls, see {@link McpApprovals#remembered}. */
  REMEMBERED;

  /** Whether nothing happens to the call any more. */
  public boolean isFinal() {
    return this != WAITING && this != ALLOWED && this != RUNNING;
  }
}
