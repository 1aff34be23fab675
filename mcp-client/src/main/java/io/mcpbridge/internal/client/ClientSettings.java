package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.internal.revision.Revision;
import io.mcpbridge.internal.revision.negotiation.RevisionCache;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Immutable settings of a client, as built. */
public record ClientSettings(
    Transport transport,
    String name,
    @Nullable Object user,
    Implementation clientInfo,
    Duration timeout,
    Duration initializationTimeout,
    Duration listTimeout,
    int maxPages,
    int maxInputRounds,
    CacheLimits cacheLimits,
    @Nullable LoggingLevel logLevel,
    @Nullable Revision revision,
    RevisionCache revisionCache,
    McpClientListener listener,
    InputHandlers inputHandlers,
    BiPredicate<String, String> paramHeaders,
    @Nullable Function<CallerContext, Map<String, ?>> requestMeta,
    List<Interceptor> callInterceptors,
    List<Interceptor> wireInterceptors) {

  /** The {@code clientInfo} of clients without one of their own. */
  public static final Implementation DEFAULT_CLIENT_INFO = Implementation.of("mcp-bridge", "0.1.0");

  /**
   * @throws IllegalArgumentException if a limit is not positive; the message names the setting
   */
  public ClientSettings {
    positive("timeout", timeout);
    positive("initialization-timeout", initializationTimeout);
    positive("listTimeout", listTimeout);
    atLeastOne(Pagination.MAX_PAGES, maxPages);
    atLeastOne(InputRequiredStep.MAX_INPUT_ROUNDS, maxInputRounds);
    callInterceptors = List.copyOf(callInterceptors);
    wireInterceptors = List.copyOf(wireInterceptors);
  }

  private static void atLeastOne(String setting, int number) {
    if (number < 1) {
      throw new IllegalArgumentException(setting + " must be at least 1: " + number);
    }
  }

  private static void positive(String setting, Duration limit) {
    if (limit.isZero() || limit.isNegative()) {
      throw new IllegalArgumentException(setting + " must be positive: " + limit);
    }
  }
}
