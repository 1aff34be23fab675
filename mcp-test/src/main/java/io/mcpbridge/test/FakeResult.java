package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.internal.content.Content;
import io.mcpbridge.test.internal.server.FeatureScript;
import io.mcpbridge.test.internal.server.HandledCall;
import io.mcpbridge.test.internal.server.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a tool call: a result, a JSON-RPC error or no response, and what precedes it.
 * Immutable; every {@code and...} and {@code after...} returns a copy.
 *
 * <pre>{@code
 * FakeResult.text("It is raining").andImage(png, "image/png").afterProgress(1, 2.0, "looking out")
 * }</pre>
 */
public final class FakeResult {

  private static final int URL_ELICITATION_REQUIRED = -32042;

  private final List<Outcome.Step> before;
  private final @Nullable JsonObject result;
  private final @Nullable JsonRpcError failure;
  private final @Nullable FakeTask task;
  private final boolean late;

  private FakeResult(
      List<Outcome.Step> before,
      @Nullable JsonObject result,
      @Nullable JsonRpcError failure,
      @Nullable FakeTask task,
      boolean late) {
    this.before = List.copyOf(before);
    this.result = result;
    this.failure = failure;
    this.task = task;
    this.late = late;
  }

  private static FakeResult of(JsonObject result) {
    return new FakeResult(List.of(), result, null, null, false);
  }

  private static FakeResult of(Map<String, @Nullable Object> block) {
    return empty().and(block);
  }

  /** A result without content. */
  public static FakeResult empty() {
    return of(JsonObject.empty().with("content", List.of()));
  }

  /** A text block. */
  public static FakeResult text(String text) {
    return of(Content.text(text));
  }

  /** Structured content, given as JSON, and the same as a text block (2025-06-18 and later). */
  public static FakeResult structured(String json) {
    return text(json).andStructured(json);
  }

  /** An image. */
  public static FakeResult image(byte[] bytes, String mimeType) {
    return of(Content.image(bytes, mimeType));
  }

  /** An audio block (2025-03-26 and later). */
  public static FakeResult audio(byte[] bytes, String mimeType) {
    return of(Content.audio(bytes, mimeType));
  }

  /** A link to a resource (2025-06-18 and later). */
  public static FakeResult resourceLink(String uri, String name) {
    return of(Content.link(uri, name));
  }

  /** A resource with its text. */
  public static FakeResult resource(String uri, String mimeType, String text) {
    return of(Content.embedded(uri, mimeType, text));
  }

  /** A resource with its bytes. */
  public static FakeResult resource(String uri, String mimeType, byte[] bytes) {
    return of(Content.embedded(uri, mimeType, bytes));
  }

  /** Completion values, which may be part of a longer list. */
  public static FakeResult completion(List<String> values, int total, boolean hasMore) {
    return of(
        JsonObject.empty()
            .with(
                "completion",
                JsonObject.empty()
                    .with("values", List.copyOf(values))
                    .with("total", total)
                    .with("hasMore", hasMore)));
  }

  /** Completion values. */
  public static FakeResult completion(String... values) {
    return completion(List.of(values), values.length, false);
  }

  /** A tool execution error, for the model. */
  public static FakeResult error(String text) {
    return text(text).with("isError", "true");
  }

  /** Any result object as JSON. */
  public static FakeResult raw(String json) {
    return of(JsonObject.of(Json.readObject(json)));
  }

  /** A JSON-RPC error. */
  public static FakeResult failure(int code, String message) {
    return failure(code, message, "null");
  }

  /** A JSON-RPC error with data, given as JSON. */
  public static FakeResult failure(int code, String message, String dataJson) {
    JsonRpcError error = new JsonRpcError(code, message, Json.read(dataJson));
    return new FakeResult(List.of(), null, error, null, false);
  }

  /** Error -32042: the user has to visit these URLs first (2025-11-25, elicitation). */
  public static FakeResult urlElicitationRequired(FakeServerRequest... urls) {
    List<?> elicitations =
        Stream.of(urls).map(FakeServerRequest::parameters).map(JsonObject::toMap).toList();
    return failure(
        URL_ELICITATION_REQUIRED,
        "This request requires more information.",
        Json.write(Map.of("elicitations", elicitations)));
  }

  /** No response, ever. */
  public static FakeResult never() {
    return new FakeResult(List.of(), null, null, null, false);
  }

  /**
   * Requests input from the client and waits for its next round (2026-07-28, multi round-trip
   * requests).
   *
   * @param inputRequestsJson an object of key to {@code {"method": ..., "params": ...}}
   * @param requestState what the client must return unchanged; {@code null} for none
   */
  public static FakeResult inputRequired(String inputRequestsJson, @Nullable String requestState) {
    JsonObject result =
        JsonObject.empty()
            .with("resultType", "input_required")
            .with("inputRequests", Json.readObject(inputRequestsJson));
    return of(requestState == null ? result : result.with("requestState", requestState));
  }

  /**
   * A task, whose result the client retrieves later: under 2026-07-28 if the client declares the
   * extension, under 2025-11-25 if it requests a task and the tool supports that ({@link
   * ToolScript#runsAs}). Other clients get the result once it is complete.
   */
  public static FakeResult task(FakeTask task) {
    return new FakeResult(List.of(), null, null, task, false);
  }

  /** Adds a text block. */
  public FakeResult andText(String text) {
    return and(Content.text(text));
  }

  /** Adds an image. */
  public FakeResult andImage(byte[] bytes, String mimeType) {
    return and(Content.image(bytes, mimeType));
  }

  /** Adds a resource link. */
  public FakeResult andResourceLink(String uri, String name) {
    return and(Content.link(uri, name));
  }

  /** Adds structured content, given as JSON. */
  public FakeResult andStructured(String json) {
    return with("structuredContent", json);
  }

  /** Adds a content block of any kind, given as JSON. */
  public FakeResult andBlock(String json) {
    return and(Json.readObject(json));
  }

  /** Adds a member of the result, given as JSON: {@code _meta}, {@code isError} ... */
  public FakeResult with(String member, String json) {
    return new FakeResult(before, ownResult().with(member, Json.read(json)), null, null, late);
  }

  /** Sends a progress notification first, if the client provided a progress token. */
  public FakeResult afterProgress(double progress, @Nullable Double total, @Nullable String text) {
    return after(call -> call.progress(progress, total, text));
  }

  /** Sends a log message first, if the client wants this level. */
  public FakeResult afterLog(String level, String text) {
    return after(call -> call.log(level, text));
  }

  /** Sends {@code notifications/tools/list_changed} first. */
  public FakeResult afterToolsChanged() {
    return after(call -> call.announceToolsChanged());
  }

  /** Waits until the latch is open. */
  public FakeResult after(Latch latch) {
    return after(call -> latch.pass());
  }

  /** Waits until the client cancels the call; sent all the same, as a slow server may do. */
  public FakeResult afterCancellation() {
    List<Outcome.Step> steps = new ArrayList<>(before);
    steps.add(HandledCall::awaitCancelled);
    return new FakeResult(steps, result, failure, task, true);
  }

  /** The handler of the server for a handler of the test. */
  public static FeatureScript.Handler by(FakeHandler handler) {
    return call -> handler.call(call).outcome();
  }

  public Outcome outcome() {
    return new Outcome(before, result, failure, task == null ? null : task.plan(), late);
  }

  private FakeResult after(Outcome.Step step) {
    List<Outcome.Step> steps = new ArrayList<>(before);
    steps.add(step);
    return new FakeResult(steps, result, failure, task, late);
  }

  private FakeResult and(Map<String, @Nullable Object> block) {
    List<@Nullable Object> content = new ArrayList<>(ownResult().list("content"));
    content.add(block);
    return new FakeResult(before, ownResult().with("content", content), null, null, late);
  }

  private JsonObject ownResult() {
    if (result == null) {
      throw new IllegalStateException("an error, a task or silence has no content");
    }
    return result;
  }
}
