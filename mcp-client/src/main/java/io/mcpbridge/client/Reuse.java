package io.mcpbridge.client;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.revision.Freshness;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers from memory what the server said may be used again, unless a fresh answer is wanted; not
 * in a round that brings input, whose answer is for that input only, nor in a call with members of
 * {@code _meta} of its own, which may be for a tenant or a language: nobody but the application
 * knows which of them matter (2026-07-28, caching: parameters that affect the result).
 */
final class Reuse implements Interceptor {

  private final ActiveCall call;
  private final Connector connector;
  private final ResultCache cache;

  Reuse(ActiveCall call, Connector connector, ResultCache cache) {
    this.call = call;
    this.connector = connector;
    this.cache = cache;
  }

  @Override
  public McpResult intercept(Chain chain) {
    if (!ResultCache.isCacheable(chain.request())
        || call.inputs() != null
        || !chain.options().meta().isEmpty()) {
      return chain.proceed(chain.request());
    }
    call.refuseIfCancelled();
    Connection now = chain.options().fresh() ? null : connector.ifConnected();
    McpResult known = now == null ? null : cache.find(chain.request(), now, principal(now));
    return known == null ? ask(chain) : known;
  }

  private McpResult ask(Chain chain) {
    long changes = cache.changes();
    call.received(Freshness.NONE);
    McpResult result;
    try {
      result = chain.proceed(chain.request());
    } catch (McpErrorResponseException refused) {
      // A cursor, perhaps: then the list is begun anew, and not with the page that named it.
      cache.forgetAllLike(chain.request());
      throw refused;
    }
    if (!call.freshness().equals(Freshness.NONE)) {
      Connection on = call.connection();
      cache.keep(chain.request(), result, call.freshness(), on, principal(on), changes);
    }
    return result;
  }

  private static Supplier<@Nullable Object> principal(Connection on) {
    return () -> on.channel().principal();
  }
}
