package io.mcpbridge.spring.console;

import io.mcpbridge.spring.boot.internal.approval.ApprovalRoutes;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import org.jspecify.annotations.Nullable;

/** Decides whether a request may use the console. */
interface ConsoleAccess {

  /**
   * Refuses requests that may not even load the page.
   *
   * @return {@code null} if the request may
   */
  @Nullable WebResponse refusal(WebRequest request);

  /** As {@link #refusal}, for requests that read or change something. */
  @Nullable WebResponse refusalOfData(WebRequest request);

  /** The name of the mode, for the page. */
  String mode();

  /** The current user's name; {@code null} if none is signed in. */
  @Nullable String user();

  /**
   * Who decides about calls that wait for approval.
   *
   * @param currentUser as in requests for approval; {@code null} if none is signed in
   */
  ApprovalRoutes.@Nullable User approver(@Nullable Object currentUser);

  /** What the address of the page ends with. */
  String fragment();
}
