package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.internal.counters.CallCounters;
import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.internal.tools.ResourceTools;
import io.mcpbridge.catalog.internal.tools.UriPatterns;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputInterceptor;
import io.mcpbridge.internal.client.ClientSettings;
import io.mcpbridge.internal.revision.Revisions;
import io.mcpbridge.internal.revision.negotiation.RevisionCache;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.WireTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Creates the client settings of a catalog's servers from shared and per-server settings.
 *
 * @param user the user of all calls; {@code null} if users share the catalog
 * @param revisions remembers the revisions of servers
 */
public record ClientFactory(
    @Nullable Object user,
    Implementation clientInfo,
    Function<? super String, InputHandlers> inputHandlers,
    BiPredicate<String, String> paramHeaders,
    @Nullable LoggingLevel logLevel,
    List<Interceptor> callInterceptors,
    List<Interceptor> wireInterceptors,
    WireTrace wireTrace,
    RevisionCache revisions) {

  /**
   * A client as configured; sets the trace level of the server at once, so that new options apply
   * to the connection that is open.
   *
   * @param counters counts the requests of the server
   * @param areOurs whether the catalog itself adds a tool of that name
   */
  public ClientSettings settings(
      String name,
      Transport transport,
      ServerOptions options,
      McpClientListener listener,
      CallCounters counters,
      Predicate<String> areOurs) {
    wireTrace.level(name, options.trace());
    String version = options.protocolVersion();
    return new ClientSettings(
        wireTrace.wrap(name, transport),
        name,
        user,
        clientInfo,
        options.timeout(),
        options.initializationTimeout(),
        options.listTimeout(),
        options.maxPages(),
        options.callLimits().maxInputRounds(),
        options.cacheLimits(),
        logLevel,
        version == null ? null : Revisions.named(version),
        revisions,
        listener,
        inputHandlers.apply(name).with(counting(counters)),
        paramHeaders,
        options.requestMeta(),
        options.resourceTools() ? withResourceTools(options, areOurs) : callInterceptors,
        wireInterceptors);
  }

  private List<Interceptor> withResourceTools(ServerOptions options, Predicate<String> areOurs) {
    List<Interceptor> all = new ArrayList<>(callInterceptors);
    all.add(new ResourceTools(new UriPatterns(options.readableResources()), areOurs));
    return all;
  }

  private static InputInterceptor counting(CallCounters counters) {
    return (request, context, next) -> {
      counters.increment(Counter.OPEN_SERVER_REQUESTS);
      try {
        return next.handle(request, context);
      } finally {
        counters.add(Counter.OPEN_SERVER_REQUESTS, -1);
      }
    };
  }
}
