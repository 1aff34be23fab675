package io.mcpbridge.spring.security;

import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;

/**
 * Propagates the signed-in user from the thread that invokes the agent to the threads that call
 * tools.
 */
final class SecurityThreadContext implements ThreadContextProvider {

  private static final Logger log = LoggerFactory.getLogger(SecurityThreadContext.class);

  @Override
  public ContextSnapshot capture() {
    Authentication user = SignedInUser.user();
    return user == null ? NOTHING : new Signed(user);
  }

  private record Signed(Authentication authentication) implements ContextSnapshot {

    @Override
    public Object user() {
      return SignedInUser.nameOf(authentication);
    }

    @Override
    public @Nullable Object callingUser() {
      Authentication current = SignedInUser.user();
      return current == null ? null : SignedInUser.nameOf(current);
    }

    /**
     * If another user is signed in on the calling thread, either the tools were offered to a
     * different user, or the thread still has the user of an earlier request. Neither user can be
     * trusted, so the call runs without one.
     */
    @Override
    public <T extends @Nullable Object> T call(Supplier<T> call) {
      Authentication current = SignedInUser.user();
      if (current == null) {
        return SignedInUser.as(authentication, call);
      }
      if (SignedInUser.nameOf(current).equals(user())) { // possibly in two sessions
        return call.get(); // with the newer authentication
      }
      log.warn(
          "Calling a tool without a user: it was offered to one user, but another user is"
              + " signed in on the calling thread. Get the tools again for each request, and clear"
              + " the security context of reused threads");
      return SignedInUser.as(null, call);
    }
  }
}
