package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Adds the members of {@code ServerOptions.requestMeta} to the options of a call. */
final class RequestMeta {

  /** Prefixes with one of these second labels (2025-11-25, general fields, _meta). */
  private static final Pattern RESERVED =
      Pattern.compile("[^./]*\\.(?:modelcontextprotocol|mcp)(?:\\.[^/]*)?/.*", Pattern.DOTALL);

  private RequestMeta() {}

  /**
   * What the call itself sets takes precedence.
   *
   * @throws McpException if the application's function fails
   */
  static CallOptions added(
      Function<CallerContext, Map<String, ?>> members, CallerContext caller, CallOptions options) {
    Map<String, @Nullable Object> meta = new LinkedHashMap<>();
    try {
      Map<String, ?> computed = members.apply(caller);
      if (computed != null) { // the application's code, which NullAway may not have seen
        computed.forEach(
            (key, value) -> {
              if (key != null && value != null && !isReserved(key)) {
                meta.put(key, value);
              }
            });
      }
    } catch (RuntimeException e) {
      throw new McpException(
              "ServerOptions.requestMeta failed with "
                  + e.getClass().getSimpleName()
                  + (caller.user() == null && caller.tool() == null
                      ? "; while tools are listed the caller has no user"
                      : ""),
              e)
          .withDelivery(Delivery.NOT_SENT);
    }
    if (meta.isEmpty()) {
      return options;
    }
    meta.putAll(options.meta());
    return options.toBuilder().meta(meta).build();
  }

  private static boolean isReserved(String key) {
    return key.equals("progressToken") || RESERVED.matcher(key).matches();
  }
}
