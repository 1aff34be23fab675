package io.mcpbridge.client;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.revision.CacheControl;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Returns cached results that are still fresh under the server's {@code ttlMs}, unless the call
 * bypasses the cache. Not in a round that brings input, whose result depends on that input. Not in
 * a call with {@code _meta} members of its own, which may select a tenant or a language: only the
 * application knows which of them affect the result (2026-07-28, caching).
 */
final class CachingInterceptor implements Interceptor {

  private final ActiveCall call;
  private final Connector connector;
  private final ResultCache cache;

  CachingInterceptor(ActiveCall call, Connector connector, ResultCache cache) {
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
    Connection now = chain.options().noCache() ? null : connector.ifConnected();
    McpResult known = now == null ? null : cache.find(chain.request(), now, principal(now));
    return known == null ? ask(chain) : known;
  }

  private McpResult ask(Chain chain) {
    long changes = cache.changes();
    call.received(CacheControl.NONE);
    McpResult result;
    try {
      result = chain.proceed(chain.request());
    } catch (McpErrorResponseException refused) {
      // Possibly an expired cursor: drop the page that named it, so that the list restarts.
      cache.forgetAllLike(chain.request());
      throw refused;
    }
    if (!call.cacheControl().equals(CacheControl.NONE)) {
      Connection on = call.connection();
      cache.keep(chain.request(), result, call.cacheControl(), on, principal(on), changes);
    }
    return result;
  }

  private static Supplier<@Nullable Object> principal(Connection on) {
    return () -> on.channel().principal();
  }
}
