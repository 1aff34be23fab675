package io.mcpbridge.realservers;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.Root;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The user, model and roots that answer server requests. */
final class Answers {

  static final String MODEL = "model-of-the-tests";

  private static final Map<String, String> KNOWN =
      Map.of("name", "Ada", "color", "green", "interpretation", "historical");

  private Answers() {}

  /**
   * @param client receives the requests; the model calls its tools while a call waits for the model
   */
  static InputHandlers of(Supplier<McpClient> client, Supplier<Path> root) {
    return InputHandlers.builder()
        .elicitForm((form, context) -> ElicitResult.accept(filled(form)))
        .elicitUrl((visit, context) -> ElicitResult.accept())
        .createMessage(
            (question, context) ->
                CreateMessageResult.text(
                    "I see " + client.get().listTools().size() + " tools", MODEL))
        .listRoots((question, context) -> new ListRootsResult(List.of(Root.of(root.get()))))
        .build();
  }

  /** The fields that the user fills in; the others keep the form's defaults. */
  private static Map<String, ?> filled(ElicitFormRequest form) {
    Map<String, Object> content = new LinkedHashMap<>(KNOWN);
    content.keySet().retainAll(((Map<?, ?>) form.requestedSchema().get("properties")).keySet());
    return content;
  }
}
