package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request of the application's own, which no specification defines, such as {@code vendor/ping}.
 * The client adds what the protocol revision requires of each request ({@code _meta} and headers in
 * 2026-07-28).
 *
 * <pre>{@code
 * CustomRequest ping = new CustomRequest("vendor/ping", Map.of("depth", 2));
 * Object hops = client.newCall(ping, CallOptions.defaults()).execute().members().get("hops");
 * }</pre>
 *
 * @param method the method name
 * @param params the parameters, plain Java values; those with {@code null} are sent as {@code null}
 */
public record CustomRequest(String method, Map<String, ? extends @Nullable Object> params)
    implements McpRequest<CustomResult> {

  private static final Set<String> SPECIFIED =
      Set.of(
          "initialize",
          "ping",
          "server/discover",
          "subscriptions/listen",
          "tools/list",
          "tools/call",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "resources/subscribe",
          "resources/unsubscribe",
          "prompts/list",
          "prompts/get",
          "completion/complete",
          "logging/setLevel",
          "tasks/list",
          "tasks/get",
          "tasks/result",
          "tasks/update",
          "tasks/cancel");

  /**
   * Copies the parameters.
   *
   * @throws IllegalArgumentException if the specification defines the method, or the parameters
   *     contain {@code _meta}, which {@code CallOptions} take
   */
  public CustomRequest {
    if (method.isBlank() || SPECIFIED.contains(method) || method.startsWith("notifications/")) {
      throw new IllegalArgumentException(
          "not a method of a request of one's own: \"" + method + '"');
    }
    if (params.containsKey("_meta")) {
      throw new IllegalArgumentException("_meta is given by CallOptions.meta");
    }
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
  }
}
