package io.mcpbridge.approval;

import org.jspecify.annotations.Nullable;

/**
 * What came of asking whether a call may be made.
 *
 * @param allowed whether it may
 * @param always whether later calls of the same tool may be made without asking
 * @param reason why not, in words for the model, such as {@code use the test database}; {@code
 *     null} if nothing is to be said
 */
public record ApprovalDecision(boolean allowed, boolean always, @Nullable String reason) {

  private static final ApprovalDecision ALLOW = new ApprovalDecision(true, false, null);
  private static final ApprovalDecision ALLOW_ALWAYS = new ApprovalDecision(true, true, null);
  private static final ApprovalDecision DENY = new ApprovalDecision(false, false, null);

  /** This call may be made. */
  public static ApprovalDecision allow() {
    return ALLOW;
  }

  /**
   * This call may be made, and later ones of the same tool need not be asked about, whoever makes
   * them and with whatever arguments, until the server describes the tool differently, is removed,
   * or gives its place to one at another address. Where users differ in what they allow, remember
   * it for each in the handler instead.
   */
  public static ApprovalDecision allowAlways() {
    return ALLOW_ALWAYS;
  }

  /** This call may not be made. */
  public static ApprovalDecision deny() {
    return DENY;
  }

  /**
   * This call may not be made.
   *
   * @param reason what to tell the model, without a full stop
   */
  public static ApprovalDecision deny(String reason) {
    return new ApprovalDecision(false, false, reason);
  }
}
