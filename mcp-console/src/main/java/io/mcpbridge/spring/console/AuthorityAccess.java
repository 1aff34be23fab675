package io.mcpbridge.spring.console;

import io.mcpbridge.spring.boot.internal.approval.ApprovalRoutes;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;

/** Lets users of Spring Security in who have an authority, whatever the filter chain allows. */
final class AuthorityAccess implements ConsoleAccess {

  private static final WebResponse NOT_SIGNED_IN =
      WebResponse.problem(HttpStatus.UNAUTHORIZED, "Sign in first.");

  private final String authority;
  private final String approverAuthority;
  private final WebResponse missingAuthority;

  /**
   * @param approverAuthority to decide about the calls of all users; empty if no user may
   */
  AuthorityAccess(String authority, String approverAuthority) {
    this.authority = authority;
    this.approverAuthority = approverAuthority;
    this.missingAuthority =
        WebResponse.problem(
            HttpStatus.FORBIDDEN,
            "The console needs the authority " + authority + " (mcp.client.console.authority).");
  }

  @Override
  public @Nullable WebResponse refusal(WebRequest request) {
    Authentication user = SignedInUser.user();
    if (user == null) {
      return NOT_SIGNED_IN;
    }
    return has(user, authority) ? null : missingAuthority;
  }

  @Override
  public @Nullable WebResponse refusalOfData(WebRequest request) {
    return refusal(request);
  }

  @Override
  public String mode() {
    return "operation";
  }

  @Override
  public @Nullable String user() {
    return SignedInUser.name();
  }

  /** Users decide about the calls of others only with the authority for that. */
  @Override
  public ApprovalRoutes.@Nullable User approver(@Nullable Object currentUser) {
    Authentication user = SignedInUser.user();
    return user == null || currentUser == null
        ? null
        : new ApprovalRoutes.User(currentUser, has(user, approverAuthority));
  }

  private static boolean has(Authentication user, String authority) {
    return user.getAuthorities().stream().anyMatch(it -> authority.equals(it.getAuthority()));
  }

  @Override
  public String fragment() {
    return "";
  }
}
