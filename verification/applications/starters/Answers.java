package demo;

import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.spring.boot.McpInputHandler;
import org.springframework.stereotype.Component;

/** A bean that the component scan finds, whose methods Spring looks through. */
@Component
class Answers {

  @McpInputHandler
  ElicitResult decline(ElicitFormRequest form) {
    return ElicitResult.decline();
  }
}
