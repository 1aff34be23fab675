package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a tool call comes to: a result, a JSON-RPC error or silence, and what happens before it.
 * Immutable; every {@code and...} and {@code after...} makes a new one.
 *
 * <pre>{@code
 * FakeResult.text("It is raining").andImage(png, "image/png").afterProgress(1, 2.0, "looking out")
 * }</pre>
 */
public final class FakeResult {

  private static final int URL_ELICITATION_REQUIRED = -32042;

  private interface Step {
    void play(FakeCall call) throws InterruptedException;
  }

  private final List<Step> before;
  private final @Nullable JsonObject result;
  private final @Nullable JsonRpcError failure;
  private final @Nullable FakeTask task;
  private final boolean late;

  private FakeResult(
      List<Step> before,
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

  /** A sound (2025-03-26 and later). */
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

  /** The values that complete an argument, of which there may be more than these. */
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

  /** The values that complete an argument. */
  public static FakeResult completion(String... values) {
    return completion(List.of(values), values.length, false);
  }

  /** A failure of the tool, which the model gets to read. */
  public static FakeResult error(String text) {
    return text(text).with("isError", "true");
  }

  /** A result object as JSON, whatever it holds. */
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

  /**
   * The refusal that a user has to visit these addresses first: error -32042 (2025-11-25,
   * elicitation).
   */
  public static FakeResult urlElicitationRequired(FakeQuestion... urls) {
    List<?> elicitations =
        Stream.of(urls).map(FakeQuestion::parameters).map(JsonObject::toMap).toList();
    return failure(
        URL_ELICITATION_REQUIRED,
        "This request requires more information.",
        Json.write(Map.of("elicitations", elicitations)));
  }

  /** No answer, ever. */
  public static FakeResult never() {
    return new FakeResult(List.of(), null, null, null, false);
  }

  /**
   * Asks the client for input and waits for its next round (2026-07-28, multi round-trip requests).
   *
   * @param inputRequestsJson an object of key to {@code {"method": ..., "params": ...}}
   * @param requestState what the client must send back untouched; {@code null} for none
   */
  public static FakeResult inputRequired(String inputRequestsJson, @Nullable String requestState) {
    JsonObject result =
        JsonObject.empty()
            .with("resultType", "input_required")
            .with("inputRequests", Json.readObject(inputRequestsJson));
    return of(requestState == null ? result : result.with("requestState", requestState));
  }

  /**
   * A task, whose result the client comes back for: under 2026-07-28 if the client declares the
   * extension, under 2025-11-25 if it asks for a task and the tool says that it may ({@link
   * ToolScript#runsAs}). A client that wants none gets the result, once it is there.
   */
  public static FakeResult task(FakeTask task) {
    return new FakeResult(List.of(), null, null, task, false);
  }

  /** And a text block. */
  public FakeResult andText(String text) {
    return and(Content.text(text));
  }

  /** And an image. */
  public FakeResult andImage(byte[] bytes, String mimeType) {
    return and(Content.image(bytes, mimeType));
  }

  /** And a link to a resource. */
  public FakeResult andResourceLink(String uri, String name) {
    return and(Content.link(uri, name));
  }

  /** And structured content, given as JSON. */
  public FakeResult andStructured(String json) {
    return with("structuredContent", json);
  }

  /** And a content block of any kind, given as JSON. */
  public FakeResult andBlock(String json) {
    return and(Json.readObject(json));
  }

  /** With a member of the result, given as JSON: {@code _meta}, {@code isError} ... */
  public FakeResult with(String member, String json) {
    return new FakeResult(before, ownResult().with(member, Json.read(json)), null, null, late);
  }

  /** But first a report of progress, if the client offered a token for it. */
  public FakeResult afterProgress(double progress, @Nullable Double total, @Nullable String text) {
    return after(call -> call.progress(progress, total, text));
  }

  /** But first a log message, if the client wants this level. */
  public FakeResult afterLog(String level, String text) {
    return after(call -> call.log(level, text));
  }

  /** But first the news that the list of tools has changed. */
  public FakeResult afterToolsChanged() {
    return after(call -> call.server().announceToolsChanged());
  }

  /** But only once the gate is open. */
  public FakeResult after(Gate gate) {
    return after(call -> gate.pass());
  }

  /** But only once the client has cancelled the call; sent all the same, as a slow server may. */
  public FakeResult afterCancellation() {
    List<Step> steps = new ArrayList<>(before);
    steps.add(FakeCall::awaitCancelled);
    return new FakeResult(steps, result, failure, task, true);
  }

  boolean isLate() {
    return late;
  }

  @Nullable JsonObject play(FakeCall call) throws Refusal, InterruptedException {
    for (Step step : before) {
      step.play(call);
    }
    if (failure != null) {
      throw Refusal.of(failure);
    }
    if (task != null) {
      return call.begin(task);
    }
    return result;
  }

  private FakeResult after(Step step) {
    List<Step> steps = new ArrayList<>(before);
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
