package io.mcpbridge.approval;

import org.jspecify.annotations.Nullable;

/**
 * What came of asking whether a call may be made.
 *
 * <pre>{@code
 * ApprovalDecision.allowAlways();                                  // this user's calls of the tool
 * ApprovalDecision.allowAlways().forTheseArguments();              // with the same arguments
 * ApprovalDecision.allowAlways().forAllUsers();                    // everybody's calls of the tool
 * }</pre>
 *
 * @param allowed whether it may
 * @param always whether later calls of the same tool may be made without asking
 * @param allUsers whether that holds for calls of all users, not only of the one who calls now
 * @param theseArguments whether that holds for calls with the same arguments only
 * @param reason why not, in words for the model, such as {@code use the test database}; {@code
 *     null} if nothing is to be said
 */
public record ApprovalDecision(
    boolean allowed,
    boolean always,
    boolean allUsers,
    boolean theseArguments,
    @Nullable String reason) {

  private static final ApprovalDecision ALLOW =
      new ApprovalDecision(true, false, false, false, null);
  private static final ApprovalDecision ALLOW_ALWAYS =
      new ApprovalDecision(true, true, false, false, null);
  private static final ApprovalDecision DENY =
      new ApprovalDecision(false, false, false, false, null);

  /**
   * @throws IllegalArgumentException if it is for all users or certain arguments, and is not
   *     remembered
   */
  public ApprovalDecision {
    if ((allUsers || theseArguments) && !always) {
      throw new IllegalArgumentException("only allowAlways() is for users or arguments");
    }
  }

  /** This call may be made. */
  public static ApprovalDecision allow() {
    return ALLOW;
  }

  /**
   * This call may be made, and later ones that the same user makes of the same tool, with whatever
   * arguments, need not be asked about, until the server describes the tool differently, is
   * removed, or gives its place to one at another address. The user is {@link
   * ApprovalRequest#user()}; calls for which nobody is known have that in common, and are those of
   * no known user.
   */
  public static ApprovalDecision allowAlways() {
    return ALLOW_ALWAYS;
  }

  /**
   * The same for whoever calls, known or not: for a person who may decide for others.
   *
   * @throws IllegalArgumentException if this is not {@link #allowAlways()}
   */
  public ApprovalDecision forAllUsers() {
    return new ApprovalDecision(allowed, always, true, theseArguments, reason);
  }

  /**
   * The same only where the arguments are those of this call, in whichever order.
   *
   * @throws IllegalArgumentException if this is not {@link #allowAlways()}
   */
  public ApprovalDecision forTheseArguments() {
    return new ApprovalDecision(allowed, always, allUsers, true, reason);
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
    return new ApprovalDecision(false, false, false, false, reason);
  }
}
