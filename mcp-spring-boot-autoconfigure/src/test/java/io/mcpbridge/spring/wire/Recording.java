package io.mcpbridge.spring.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mcpbridge.spring.model.ModelRequest;
import java.util.List;

/**
 * One recorded conversation: a question, tool calls and their results. {@link #call} and {@link
 * #toolMessage} are those of the only call, or of the first.
 *
 * @param requests the complete request bodies that the model received
 * @param answer the final text that the caller received
 */
record Recording(List<JsonNode> requests, String answer) {

  static Recording of(List<ModelRequest> requests, String answer) {
    return new Recording(requests.stream().map(ModelRequest::body).toList(), answer);
  }

  JsonNode first() {
    return requests.get(0);
  }

  JsonNode second() {
    return requests.get(1);
  }

  /** The request with all messages but the answer. */
  JsonNode last() {
    return requests.get(requests.size() - 1);
  }

  /** The messages that the second request adds: the call and its result. */
  JsonNode call() {
    return second().path("messages").path(1);
  }

  JsonNode toolMessage() {
    return second().path("messages").path(2);
  }

  /** The text that the model reads. */
  String sentence() {
    return toolMessage().path("content").asText();
  }

  /** A body without these members. */
  static ObjectNode without(JsonNode body, String... members) {
    ObjectNode rest = body.deepCopy();
    rest.remove(List.of(members));
    return rest;
  }
}
