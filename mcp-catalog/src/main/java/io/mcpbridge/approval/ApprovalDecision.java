package io.mcpbridge.approval;

import org.jspecify.annotations.Nullable;

/**
 * The answer to an {@link ApprovalRequest}.
 *
 * <pre>{@code
 * ApprovalDecision.allowAlways();                                  // this user's calls of the tool
 * ApprovalDecision.allowAlways().forTheseArguments();              // with the same arguments
 * ApprovalDecision.allowAlways().forAllUsers();                    // all users' calls of the tool
 * }</pre>
 *
 * @param allowed whether the call may be made
 * @param always whether later calls of the same tool are allowed without asking
 * @param allUsers whether {@code always} applies to all users instead of this call's user
 * @param theseArguments whether {@code always} applies only to calls with the same arguments
 * @param reason why the call is refused, in words for the model, such as {@code use the test
 *     database}; {@code null} for none
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
   * @throws IllegalArgumentException if {@code allUsers} or {@code theseArguments} is set without
   *     {@code always}
   */
  public ApprovalDecision {
    if ((allUsers || theseArguments) && !always) {
      throw new IllegalArgumentException("only allowAlways() is for users or arguments");
    }
  }

  /** Allows this call only. */
  public static ApprovalDecision allow() {
    return ALLOW;
  }

  /**
   * Allows this call and later calls of the same tool by the same user, with any arguments, without
   * asking again. Ends when the server changes the tool's definition, is removed, or is replaced by
   * a server at another address. The user is {@link ApprovalRequest#user()}; all calls without a
   * known user count as one anonymous user.
   */
  public static ApprovalDecision allowAlways() {
    return ALLOW_ALWAYS;
  }

  /**
   * Extends {@link #allowAlways()} to calls of all users, known or anonymous. For approvers who may
   * decide for others.
   *
   * @throws IllegalArgumentException if this is not {@link #allowAlways()}
   */
  public ApprovalDecision forAllUsers() {
    return new ApprovalDecision(allowed, always, true, theseArguments, reason);
  }

  /**
   * Limits {@link #allowAlways()} to calls with the same arguments as this call; the order of JSON
   * members does not matter.
   *
   * @throws IllegalArgumentException if this is not {@link #allowAlways()}
   */
  public ApprovalDecision forTheseArguments() {
    return new ApprovalDecision(allowed, always, allUsers, true, reason);
  }

  /** Refuses this call without a reason. */
  public static ApprovalDecision deny() {
    return DENY;
  }

  /**
   * Refuses this call.
   *
   * @param reason returned to the model, without a full stop
   */
  public static ApprovalDecision deny(String reason) {
    return new ApprovalDecision(false, false, false, false, reason);
  }
}
