package io.mcpbridge.catalog.supervision;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.tools.ResourceTools;
import io.mcpbridge.catalog.tools.UriPatterns;
import io.mcpbridge.client.Interceptor;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientListener;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.revision.negotiation.RevisionCache;
import io.mcpbridge.transport.Transport;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Creates the clients of a catalog's servers from shared and per-server settings. */
public final class ClientFactory {

  private final RevisionCache memory = new RevisionCache();
  private final @Nullable Implementation clientInfo;
  private final Function<? super String, InputHandlers> inputHandlers;
  private final BiPredicate<String, String> paramHeaders;
  private final @Nullable LoggingLevel logLevel;
  private final List<Interceptor> callInterceptors;
  private final List<Interceptor> wireInterceptors;

  public ClientFactory(
      @Nullable Implementation clientInfo,
      Function<? super String, InputHandlers> inputHandlers,
      BiPredicate<String, String> paramHeaders,
      @Nullable LoggingLevel logLevel,
      List<Interceptor> callInterceptors,
      List<Interceptor> wireInterceptors) {
    this.clientInfo = clientInfo;
    this.inputHandlers = inputHandlers;
    this.paramHeaders = paramHeaders;
    this.logLevel = logLevel;
    this.callInterceptors = List.copyOf(callInterceptors);
    this.wireInterceptors = List.copyOf(wireInterceptors);
  }

  /**
   * @param areOurs whether the catalog itself adds a tool of that name
   */
  public McpClient.Builder builder(
      String name,
      Transport transport,
      ServerOptions options,
      McpClientListener listener,
      Predicate<String> areOurs) {
    McpClient.Builder builder =
        McpClient.builder(transport)
            .name(name)
            .timeout(options.timeout())
            .initializationTimeout(options.initializationTimeout())
            .listTimeout(options.listTimeout())
            .maxPages(options.maxPages())
            .maxInputRounds(options.callLimits().maxInputRounds())
            .cacheLimits(options.cacheLimits())
            .revisionCache(memory)
            .inputHandlers(inputHandlers.apply(name))
            .paramHeaders(paramHeaders)
            .listener(listener);
    if (options.protocolVersion() != null) {
      builder.protocolVersion(options.protocolVersion());
    }
    if (clientInfo != null) {
      builder.clientInfo(clientInfo);
    }
    if (logLevel != null) {
      builder.logLevel(logLevel);
    }
    callInterceptors.forEach(builder::addCallInterceptor);
    wireInterceptors.forEach(builder::addWireInterceptor);
    if (options.resourceTools()) {
      builder.addCallInterceptor(
          new ResourceTools(new UriPatterns(options.readableResources()), areOurs));
    }
    return builder;
  }
}
