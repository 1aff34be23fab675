package io.mcpbridge.verification.fuzz;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server's response to one request.
 *
 * @param payloads the messages, the response last; not necessarily valid
 * @param framing mutates the framing; {@code null} for valid framing
 */
record Plan(List<byte[]> payloads, @Nullable Chance framing) {

  /** Only the valid response. */
  static Plan right(Map<String, ?> response) {
    return new Plan(List.of(Json.writeBytes(response)), null);
  }

  /** The mutated messages of one case. */
  static Plan mutated(Answers answers, JsonObject request, Chance chance) {
    Mutation mutation = new Mutation(chance);
    List<byte[]> payloads = new ArrayList<>();
    boolean listens = request.string("method", "").equals("subscriptions/listen");
    boolean talks = listens || chance.oneIn(4);
    if (listens) {
      Map<String, Object> first = Answers.acknowledgement(request);
      payloads.add(chance.percent(50) ? mutation.structure(first) : Json.writeBytes(first));
    }
    for (int i = talks ? 1 + chance.below(3) : 0; i > 0; i--) {
      Map<String, Object> message = answers.unsolicited(request, chance);
      int kind = chance.below(10);
      payloads.add(
          kind < 5
              ? mutation.structure(message)
              : kind < 8 ? mutation.number(message) : Json.writeBytes(message));
    }
    Map<String, Object> response = answers.to(request, chance);
    int kind = chance.below(100);
    if (kind < 20) {
      payloads.add(Json.writeBytes(response));
      return new Plan(payloads, chance);
    }
    if (kind < 40) {
      payloads.add(mutation.number(response));
      return new Plan(payloads, null);
    }
    byte[] structure = kind < 80 ? mutation.structure(response) : Json.writeBytes(response);
    payloads.add(kind < 75 ? structure : mutation.bytes(structure));
    return new Plan(payloads, null);
  }
}
