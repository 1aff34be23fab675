package io.mcpbridge.input;

import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;

/**
 * Handles one type of input request from servers. May block, for a user or a model, and may call
 * any server, including the requesting one. Runs on the thread of the call that needs the input if
 * the protocol identifies it (2026-07-28), otherwise on a thread of the client. Interrupted when
 * the server no longer needs the result.
 *
 * @param <Q> the request type
 * @param <R> the result type
 */
@FunctionalInterface
public interface InputHandler<Q extends InputRequest, R extends InputResult> {

  /**
   * Handles one request.
   *
   * @throws io.mcpbridge.error.McpInputRefusedException to refuse
   */
  R handle(Q request, InputContext context);
}
