package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;

/** The authorities of the user who is signed in with Spring Security. Loaded only with it. */
final class SignedInAuthorities {

  private SignedInAuthorities() {}

  /** {@code null} for another user than the one on this thread. */
  static @Nullable List<String> of(Object user) {
    Authentication signedIn = SignedInUser.user();
    return signedIn == null || !SignedInUser.nameOf(signedIn).equals(user)
        ? null
        : signedIn.getAuthorities().stream().map(GrantedAuthority::getAuthority).toList();
  }
}
