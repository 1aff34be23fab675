package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a server asks its client: a request of its own up to 2025-11-25 ({@link
 * FakeCall#ask}, {@link FakeMcpServer#ask}), an input request of 2026-07-28 ({@link
 * FakeResult#inputRequired}). Any client may be asked anything; what it answers is checked against
 * the question and what the client declared. Immutable.
 *
 * <pre>{@code
 * call.ask(FakeQuestion.form("Which city?", "{\"type\": \"object\", \"properties\": {...}}"));
 * }</pre>
 */
public final class FakeQuestion {

  private final String method;
  private final @Nullable JsonObject params;

  private FakeQuestion(String method, @Nullable JsonObject params) {
    this.method = method;
    this.params = params;
  }

  /** Any request, with its parameters as JSON. */
  public static FakeQuestion of(String method, String paramsJson) {
    return new FakeQuestion(method, JsonObject.of(Json.readObject(paramsJson)));
  }

  /** Any request without parameters. */
  public static FakeQuestion of(String method) {
    return new FakeQuestion(method, null);
  }

  /** {@code ping} (up to 2025-11-25). */
  public static FakeQuestion ping() {
    return of("ping");
  }

  /** {@code roots/list}. */
  public static FakeQuestion roots() {
    return of("roots/list");
  }

  /** {@code sampling/createMessage} with one message of the user. */
  public static FakeQuestion sampling(String text, int maxTokens) {
    Map<String, ?> message = Map.of("role", "user", "content", Content.text(text));
    return new FakeQuestion(
        "sampling/createMessage",
        JsonObject.empty().with("messages", List.of(message)).with("maxTokens", maxTokens));
  }

  /**
   * {@code elicitation/create}, answered in a form (2025-06-18 and later).
   *
   * @param schemaJson what to fill in, as JSON
   */
  public static FakeQuestion form(String message, String schemaJson) {
    return new FakeQuestion(
        "elicitation/create",
        JsonObject.empty()
            .with("message", message)
            .with("requestedSchema", Json.readObject(schemaJson)));
  }

  /** {@code elicitation/create} that sends the user to an address (2026-07-28). */
  public static FakeQuestion url(String message, String url) {
    return new FakeQuestion(
        "elicitation/create",
        JsonObject.empty().with("mode", "url").with("message", message).with("url", url));
  }

  /** {@code elicitation/create} that sends the user to an address (2025-11-25). */
  public static FakeQuestion url(String message, String url, String elicitationId) {
    return url(message, url).with("elicitationId", '"' + elicitationId + '"');
  }

  /** With a further parameter, as JSON: {@code tools}, {@code mode}, {@code _meta} ... */
  public FakeQuestion with(String parameter, String json) {
    JsonObject own = params == null ? JsonObject.empty() : params;
    return new FakeQuestion(method, own.with(parameter, Json.read(json)));
  }

  String method() {
    return method;
  }

  @Nullable JsonObject params() {
    return params;
  }

  /** The parameters, empty when there are none. */
  JsonObject parameters() {
    return params == null ? JsonObject.empty() : params;
  }

  /** As it stands among input requests. */
  Map<String, @Nullable Object> toInputRequest() {
    JsonObject request = JsonObject.empty().with("method", method);
    return (params == null ? request : request.with("params", params)).toMap();
  }

  @Override
  public String toString() {
    return method;
  }
}
