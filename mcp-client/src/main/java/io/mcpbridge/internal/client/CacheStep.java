package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.internal.client.connection.Connection;
import io.mcpbridge.internal.client.connection.Connector;
import io.mcpbridge.internal.client.connection.ResultCache;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.revision.codec.CacheControl;
import io.mcpbridge.model.McpResult;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Returns cached results that are still fresh under the server's {@code ttlMs}, unless the call
 * bypasses the cache. Not in a round that brings input, whose result depends on that input. Not in
 * a call with {@code _meta} members or headers of its own, which may select a tenant or a language:
 * only the application knows which of them affect the result (2026-07-28, caching).
 */
final class CacheStep implements PipelineStep<ClientCall> {

  private final Connector connector;
  private final ResultCache cache;

  CacheStep(Connector connector, ResultCache cache) {
    this.connector = connector;
    this.cache = cache;
  }

  @Override
  public Next before(ClientCall call) {
    if (!ResultCache.isCacheable(call.request())
        || call.inputs() != null
        || !call.options().meta().isEmpty()
        || !call.options().headers().isEmpty()) {
      return Next.PROCEED;
    }
    call.refuseIfCancelled();
    Connection now = call.options().noCache() ? null : connector.ifConnected();
    McpResult cached = now == null ? null : cache.find(call.request(), now, principal(now));
    if (cached != null) {
      return call.answer(cached);
    }
    call.received(CacheControl.NONE);
    call.cacheable(cache.changes());
    return Next.PROCEED;
  }

  @Override
  public Next after(ClientCall call) {
    Long changes = call.cacheable();
    call.cacheable(null);
    if (changes == null) {
      return Next.RETURN;
    }
    McpResult result = call.result();
    if (call.failure() instanceof McpErrorResponseException) {
      // Possibly an expired cursor: drop the page that named it, so that the list restarts.
      cache.forgetAllLike(call.request());
    } else if (call.failure() == null
        && result != null
        && !call.cacheControl().equals(CacheControl.NONE)) {
      Connection on = call.connection();
      Object principal = call.principal();
      // a private result is kept only if the principal has not changed since the request
      cache.keep(
          call.request(),
          result,
          call.cacheControl(),
          on,
          () -> principal != null && principal.equals(on.channel().principal()) ? principal : null,
          changes);
    }
    return Next.RETURN;
  }

  private static Supplier<@Nullable Object> principal(Connection on) {
    return () -> on.channel().principal();
  }
}
