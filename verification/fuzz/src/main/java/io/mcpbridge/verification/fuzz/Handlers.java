package io.mcpbridge.verification.fuzz;

import io.mcpbridge.input.FormField;
import io.mcpbridge.input.FormSchema;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Input handlers that answer server requests as far as possible. */
final class Handlers {

  private Handlers() {}

  static InputHandlers all() {
    return InputHandlers.builder()
        .elicitForm(
            (form, context) -> {
              Map<String, Object> content = new HashMap<>();
              for (FormField field : FormSchema.of(form).fields()) {
                content.put(field.name(), String.valueOf(field.kind()));
              }
              return ElicitResult.accept(content);
            })
        .elicitUrl((visit, context) -> ElicitResult.accept())
        .createMessage(
            (request, context) -> CreateMessageResult.text(request.toString(), "model"),
            InputHandlers.Sampling.TOOLS)
        .listRoots((request, context) -> new ListRootsResult(List.of()))
        .allowUnsolicited()
        .build();
  }
}
