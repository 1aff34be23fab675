package io.mcpbridge.spring.approval;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.spring.boot.internal.approval.ApprovalRoutes.User;
import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;

/** The user of the REST endpoints: who is signed in with Spring Security. */
final class ApprovalEndpointUser implements Supplier<@Nullable User> {

  private final McpApprovals approvals;
  private final String approverAuthority;

  ApprovalEndpointUser(McpApprovals approvals, @Nullable String approverAuthority) {
    this.approvals = approvals;
    this.approverAuthority = Objects.toString(approverAuthority, "").strip();
  }

  @Override
  public @Nullable User get() {
    Authentication signedIn = SignedInUser.user();
    Object id = approvals.currentUser();
    return signedIn == null || id == null ? null : new User(id, isApprover(signedIn));
  }

  private boolean isApprover(Authentication signedIn) {
    return !approverAuthority.isEmpty()
        && signedIn.getAuthorities().stream()
            .anyMatch(it -> approverAuthority.equals(it.getAuthority()));
  }
}
