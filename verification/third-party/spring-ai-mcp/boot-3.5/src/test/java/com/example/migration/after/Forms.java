package com.example.migration.after;

import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import java.util.Map;
import org.springframework.stereotype.Component;

@Component
class Forms implements InputHandler<ElicitFormRequest, ElicitResult> {

  @Override
  public ElicitResult handle(ElicitFormRequest form, InputContext context) {
    return ElicitResult.accept(Map.of("name", "Ada"));
  }
}
