package io.mcpbridge.spring.security;

import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import java.util.function.Supplier;
import org.springframework.security.core.Authentication;

/**
 * Invokes an agent as a user whom this thread does not have: in a scheduled task, or if the user is
 * in a reactive context.
 *
 * <pre>{@code
 * ReactiveSecurityContextHolder.getContext()
 *     .flatMapMany(
 *         context ->
 *             RunAs.user(
 *                 context.getAuthentication(),
 *                 () -> chat.prompt(question).toolCallbacks(tools).stream().content()))
 *     .subscribeOn(Schedulers.boundedElastic());
 * }</pre>
 *
 * <p>{@code subscribeOn} is needed because tool calls block their thread.
 */
public final class RunAs {

  private RunAs() {}

  /** Runs work on this thread as that user, then restores the previous security context. */
  public static <T> T user(Authentication user, Supplier<T> work) {
    return SignedInUser.as(user, work);
  }
}
