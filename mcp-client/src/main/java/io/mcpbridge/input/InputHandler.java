package io.mcpbridge.input;

import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;

/**
 * Gives a server what it asks for. May block, for a person or a model, and may call any server,
 * also the one that asks. Runs on the thread of the call that the question belongs to where the
 * protocol says which that is (2026-07-28), else on a thread of the client; it is interrupted when
 * the server no longer wants the answer.
 *
 * @param <Q> what is asked
 * @param <R> what is given
 */
@FunctionalInterface
public interface InputHandler<Q extends InputRequest, R extends InputResult> {

  /**
   * Answers one question.
   *
   * @throws io.mcpbridge.error.McpInputRefusedException to refuse
   */
  R handle(Q request, InputContext context);
}
