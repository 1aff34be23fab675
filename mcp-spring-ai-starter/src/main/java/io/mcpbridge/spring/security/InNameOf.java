package io.mcpbridge.spring.security;

import java.util.function.Supplier;
import org.springframework.security.core.Authentication;

/**
 * Invokes an agent in the name of a user whom this thread does not know: in a scheduled task, or
 * where the user is in a reactive context.
 *
 * <pre>{@code
 * ReactiveSecurityContextHolder.getContext()
 *     .flatMapMany(
 *         context ->
 *             InNameOf.user(
 *                 context.getAuthentication(),
 *                 () -> chat.prompt(question).toolCallbacks(tools).stream().content()))
 *     .subscribeOn(Schedulers.boundedElastic());
 * }</pre>
 *
 * <p>{@code subscribeOn}, because calls of tools block their thread.
 */
public final class InNameOf {

  private InNameOf() {}

  /** Works on this thread in the name of that user, then of whoever it was before. */
  public static <T> T user(Authentication user, Supplier<T> work) {
    return SecurityCallerContext.as(user, work);
  }
}
