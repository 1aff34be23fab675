package io.mcpbridge.internal.revision;

import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;

/** Handles a server's input requests. */
@FunctionalInterface
public interface InputResponder {

  /**
   * Handles one request; may block.
   *
   * @throws io.mcpbridge.error.McpInputRefusedException to refuse
   */
  InputResult answer(InputRequest request);
}
