package io.mcpbridge.spring.oauth.user;

import org.jspecify.annotations.Nullable;

/**
 * Supplies the current user, whose token a call to a protected server carries. With Spring Security
 * on the class path, a default bean returns the name of the current {@code Authentication},
 * qualified as {@code provider:name} for users of an external provider.
 *
 * <pre>{@code
 * @Bean
 * CurrentUser currentUser(Sessions sessions) {
 *   return sessions::userOfThisThread;
 * }
 * }</pre>
 */
@FunctionalInterface
public interface CurrentUser {

  /**
   * Returns a stable name that is unique among users, such as an id; {@code null} for an anonymous
   * caller, who has no token. Called for each request on the thread that makes the call, so it
   * should be fast.
   */
  @Nullable String name();
}
