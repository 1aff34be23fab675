package io.mcpbridge.verification.fuzz;

import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import org.jspecify.annotations.Nullable;

/**
 * The server's behavior: valid responses, until a call of the tool {@code arm} selects a method,
 * whose next request gets the mutated response of one case.
 */
final class Script {

  /** The tool that selects the next case. */
  static final String ARM = "arm";

  private static final JsonReader READER = new JsonReader(JsonLimits.defaults());

  private final long seed;
  private final Answers answers;
  private @Nullable String armedMethod;
  private long armedCase;

  Script(Lane lane, long seed) {
    this.seed = seed;
    this.answers = new Answers(lane);
  }

  /** The next request of this method gets the mutated response of this case. */
  synchronized void arm(String method, long number) {
    armedMethod = method;
    armedCase = number;
  }

  private synchronized @Nullable Long take(String method) {
    if (!method.equals(armedMethod)) {
      return null;
    }
    armedMethod = null;
    return armedCase;
  }

  /** Parses a received message; {@code null} if it needs no response. */
  static @Nullable JsonObject request(byte[] message) {
    try {
      JsonObject json = JsonObject.orNull(READER.read(message, 0, message.length));
      return json == null || !json.has("method") || !json.has("id") ? null : json;
    } catch (JsonException notJson) {
      return null;
    }
  }

  /** The response to a request. */
  Plan answer(JsonObject request) {
    String method = request.string("method", "");
    JsonObject params = JsonObject.of(request.map("params"));
    if (method.equals("tools/call") && ARM.equals(params.string("name"))) {
      JsonObject arguments = JsonObject.of(params.map("arguments"));
      Long number = arguments.integer("case");
      arm(arguments.string("method", ""), number == null ? 0 : number);
      return Plan.right(Answers.text(request, "armed " + number));
    }
    Long number = take(method);
    if (number == null) {
      return Plan.right(answers.to(request, null));
    }
    return Plan.mutated(answers, request, new Chance(seed, number, "server"));
  }
}
