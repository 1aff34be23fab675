package io.mcpbridge.spring.security;

import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.spring.oauth.SignedIn;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/** Calls tools in the name of who was signed in where the agent was invoked. */
final class SecurityCallerContext implements CallerContext {

  private static final Logger log = LoggerFactory.getLogger(SecurityCallerContext.class);

  @Override
  public Captured capture() {
    Authentication user = SignedIn.user();
    return user == null ? NOTHING : new Signed(user);
  }

  private record Signed(Authentication authentication) implements Captured {

    @Override
    public Object user() {
      return SignedIn.nameOf(authentication);
    }

    @Override
    public @Nullable Object callingUser() {
      Authentication here = SignedIn.user();
      return here == null ? null : SignedIn.nameOf(here);
    }

    /**
     * Where somebody else is signed in, tools that one user was offered are called for another, or
     * a thread still has a user of the past. Who is right cannot be told, so nobody is.
     */
    @Override
    public <T extends @Nullable Object> T during(Supplier<T> call) {
      Authentication here = SignedIn.user();
      if (here == null) {
        return as(authentication, call);
      }
      if (SignedIn.nameOf(here).equals(user())) { // perhaps signed in twice
        return call.get(); // with what is newer
      }
      log.warn(
          "A tool is called in nobody's name: it was offered to one user, and another is signed in"
              + " on the thread that calls it. Ask for the tools anew for each request, and clear"
              + " the security context of threads that are used again");
      return as(null, call);
    }
  }

  /** Works in the name of that user, then of whoever it was before. */
  static <T extends @Nullable Object> T as(@Nullable Authentication user, Supplier<T> work) {
    SecurityContext before = SecurityContextHolder.getContext();
    SecurityContext during = SecurityContextHolder.createEmptyContext();
    during.setAuthentication(user);
    SecurityContextHolder.setContext(during);
    try {
      return work.get();
    } finally {
      if (before.getAuthentication() == null) {
        SecurityContextHolder.clearContext();
      } else {
        SecurityContextHolder.setContext(before);
      }
    }
  }
}
