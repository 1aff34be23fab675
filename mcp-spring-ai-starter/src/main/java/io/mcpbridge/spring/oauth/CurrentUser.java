package io.mcpbridge.spring.oauth;

import org.jspecify.annotations.Nullable;

/**
 * Who is asking: a bean of this type says in whose name a call of a protected server is made. With
 * Spring Security on the class path there is one that gives the name of the current {@code
 * Authentication}, as {@code provider:name} where they signed in elsewhere.
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
   * A stable name that no two users share, such as an id; {@code null} for nobody, who has no
   * token. Asked on the thread that makes a call, for each request, so it should be quick.
   */
  @Nullable String name();
}
