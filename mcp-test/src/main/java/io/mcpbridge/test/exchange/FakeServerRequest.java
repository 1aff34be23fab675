package io.mcpbridge.test.exchange;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.internal.content.Content;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request from a server to its client: a JSON-RPC request up to 2025-11-25 ({@link FakeCall#ask},
 * {@link io.mcpbridge.test.FakeMcpServer#ask}), an input request of 2026-07-28 ({@link
 * io.mcpbridge.test.FakeResult#inputRequired}). It can be sent to any client; the response is
 * checked against the request and the client's capabilities. Immutable.
 *
 * <pre>{@code
 * call.ask(FakeServerRequest.form("Which city?", "{\"type\": \"object\", \"properties\": {...}}"));
 * }</pre>
 */
public final class FakeServerRequest {

  private final String method;
  private final @Nullable JsonObject params;

  private FakeServerRequest(String method, @Nullable JsonObject params) {
    this.method = method;
    this.params = params;
  }

  /** Any request, with its parameters as JSON. */
  public static FakeServerRequest of(String method, String paramsJson) {
    return new FakeServerRequest(method, JsonObject.of(Json.readObject(paramsJson)));
  }

  /** Any request without parameters. */
  public static FakeServerRequest of(String method) {
    return new FakeServerRequest(method, null);
  }

  /** {@code ping} (up to 2025-11-25). */
  public static FakeServerRequest ping() {
    return of("ping");
  }

  /** {@code roots/list}. */
  public static FakeServerRequest roots() {
    return of("roots/list");
  }

  /** {@code sampling/createMessage} with one user message. */
  public static FakeServerRequest sampling(String text, int maxTokens) {
    Map<String, ?> message = Map.of("role", "user", "content", Content.text(text));
    return new FakeServerRequest(
        "sampling/createMessage",
        JsonObject.empty().with("messages", List.of(message)).with("maxTokens", maxTokens));
  }

  /**
   * {@code elicitation/create} in form mode (2025-06-18 and later).
   *
   * @param schemaJson the requested schema, as JSON
   */
  public static FakeServerRequest form(String message, String schemaJson) {
    return new FakeServerRequest(
        "elicitation/create",
        JsonObject.empty()
            .with("message", message)
            .with("requestedSchema", Json.readObject(schemaJson)));
  }

  /** {@code elicitation/create} in URL mode (2026-07-28). */
  public static FakeServerRequest url(String message, String url) {
    return new FakeServerRequest(
        "elicitation/create",
        JsonObject.empty().with("mode", "url").with("message", message).with("url", url));
  }

  /** {@code elicitation/create} in URL mode (2025-11-25). */
  public static FakeServerRequest url(String message, String url, String elicitationId) {
    return url(message, url).with("elicitationId", '"' + elicitationId + '"');
  }

  /** Adds a parameter, as JSON: {@code tools}, {@code mode}, {@code _meta} ... */
  public FakeServerRequest with(String parameter, String json) {
    JsonObject existing = params == null ? JsonObject.empty() : params;
    return new FakeServerRequest(method, existing.with(parameter, Json.read(json)));
  }

  /** The method. */
  public String method() {
    return method;
  }

  /** The parameters; {@code null} for none. */
  public @Nullable JsonObject params() {
    return params;
  }

  /** The parameters, empty if there are none. */
  public JsonObject parameters() {
    return params == null ? JsonObject.empty() : params;
  }

  @Override
  public String toString() {
    return method;
  }
}
