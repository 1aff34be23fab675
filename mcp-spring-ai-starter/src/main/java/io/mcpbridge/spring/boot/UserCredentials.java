package io.mcpbridge.spring.boot;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.catalog.CallerContext.Captured;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Credentials that are asked in the name of one user, also by threads that know nobody. */
record UserCredentials(Credentials credentials, Captured user) implements Credentials {

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    return user.during(() -> credentials.headersFor(request));
  }

  @Override
  public boolean renew(Challenge challenge) {
    return user.during(() -> credentials.renew(challenge));
  }

  /** All that is kept is that user's anyway, but for what others must not see of it. */
  @Override
  public @Nullable Object principal() {
    return user.<@Nullable Object>during(credentials::principal);
  }
}
