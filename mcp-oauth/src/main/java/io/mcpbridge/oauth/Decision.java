package io.mcpbridge.oauth;

import io.mcpbridge.oauth.internal.discovery.Scopes;
import io.mcpbridge.oauth.internal.token.TokenFlow;
import org.jspecify.annotations.Nullable;

/** How to handle a refused request. */
sealed interface Decision {

  /**
   * No authorization is needed, or none is possible.
   *
   * @param isRenewed whether there is another token
   */
  record Resolved(boolean isRenewed) implements Decision {}

  /**
   * Ask for permission.
   *
   * @param scopes the scopes to request
   * @param stepUpScopes the scopes that the server requires beyond those of the current token;
   *     {@code null} if this is no step-up
   */
  record Authorize(TokenFlow.Target target, Scopes scopes, @Nullable Scopes stepUpScopes)
      implements Decision {}
}
