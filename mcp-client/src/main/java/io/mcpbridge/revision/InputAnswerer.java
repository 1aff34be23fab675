package io.mcpbridge.revision;

import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;

/** Whoever gives a server what it asks for. */
@FunctionalInterface
public interface InputAnswerer {

  /**
   * Answers one question; may block.
   *
   * @throws io.mcpbridge.error.McpInputRefusedException to refuse
   */
  InputResult answer(InputRequest request);
}
