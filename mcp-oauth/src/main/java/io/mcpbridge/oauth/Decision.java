package io.mcpbridge.oauth;

import org.jspecify.annotations.Nullable;

/** What is to be done about a request that was refused. */
sealed interface Decision {

  /**
   * Nothing more.
   *
   * @param isRenewed whether there is another token
   */
  record Settled(boolean isRenewed) implements Decision {}

  /**
   * Permission has to be had.
   *
   * @param scopes what to ask for
   * @param more what the server wants beyond what there is; {@code null} if there is nothing
   */
  record Ask(TokenFlow.Target target, Scopes scopes, @Nullable Scopes more) implements Decision {}
}
