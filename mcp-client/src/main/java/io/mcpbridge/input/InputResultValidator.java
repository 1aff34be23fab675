package io.mcpbridge.input;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.CustomInputRequest;
import io.mcpbridge.model.CustomInputResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.model.ListRootsResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Validates an input request before a handler gets it, and the handler's result before it is sent.
 */
@FunctionalInterface
interface InputResultValidator {

  /**
   * Returns the result in the form that may be sent.
   *
   * @throws McpInputRefusedException if it must not be sent
   */
  InputResult checked(InputResult answer);

  /**
   * @throws McpInputRefusedException if no handler may get the request
   */
  static InputResultValidator of(InputRequest request) {
    if (request instanceof ElicitFormRequest form) {
      FormSchema schema = schema(form);
      return answer -> filledIn(schema, kind(ElicitResult.class, form, answer));
    }
    if (request instanceof ElicitUrlRequest url) {
      refuseUnsafe(url);
      return answer -> new ElicitResult(kind(ElicitResult.class, url, answer).action(), null);
    }
    if (request instanceof CreateMessageRequest) {
      return answer -> kind(CreateMessageResult.class, request, answer);
    }
    if (request instanceof CustomInputRequest) {
      return answer -> writable(kind(CustomInputResult.class, request, answer));
    }
    ListRootsRequest roots = (ListRootsRequest) request;
    return answer -> kind(ListRootsResult.class, roots, answer);
  }

  private static CustomInputResult writable(CustomInputResult answer) {
    try {
      Json.writeBytes(answer.members());
      return answer;
    } catch (JsonException e) {
      throw new McpInputRefusedException("the result of this application " + e.getMessage());
    }
  }

  private static void refuseUnsafe(ElicitUrlRequest visit) {
    String problem = WebUrl.problem(visit.url());
    if (problem != null) {
      throw new McpInputRefusedException("the user was not asked to visit the URL: " + problem);
    }
  }

  private static FormSchema schema(ElicitFormRequest form) {
    try {
      return FormSchema.of(form);
    } catch (IllegalArgumentException e) {
      throw new McpInputRefusedException(String.valueOf(e.getMessage()));
    }
  }

  private static ElicitResult filledIn(FormSchema schema, ElicitResult answer) {
    if (answer.action() != ElicitResult.Action.ACCEPT) {
      return new ElicitResult(answer.action(), null);
    }
    Map<String, @Nullable Object> content =
        schema.withDefaults(answer.content() == null ? Map.of() : answer.content());
    List<String> problems = schema.problems(content);
    if (!problems.isEmpty()) {
      throw new McpInputRefusedException(
          "the form does not match the requested schema: " + String.join("; ", problems));
    }
    return ElicitResult.accept(content);
  }

  private static <T extends InputResult> T kind(
      Class<T> resultType, InputRequest request, InputResult answer) {
    if (resultType.isInstance(answer)) {
      return resultType.cast(answer);
    }
    throw new McpInputRefusedException(
        request.method()
            + " was answered by this application with a "
            + answer.getClass().getSimpleName()
            + ", which is the wrong type");
  }
}
