package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs credentials as one user, also on threads without a user. */
record UserCredentials(Credentials credentials, ContextSnapshot user) implements Credentials {

  @Override
  public Map<String, String> headersFor(OutgoingRequest request) {
    return user.call(() -> credentials.headersFor(request));
  }

  @Override
  public boolean renew(Challenge challenge) {
    return user.call(() -> credentials.renew(challenge));
  }

  /** Each user has a catalog of their own, but private results must not be shared within it. */
  @Override
  public @Nullable Object principal() {
    return user.<@Nullable Object>call(credentials::principal);
  }
}
