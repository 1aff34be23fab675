package io.mcpbridge.langchain4j;

import io.mcpbridge.input.InputContext;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a server may use the application's model. A person should be able to see, change
 * and refuse both what is asked and what is answered (2026-07-28, client, sampling, user
 * interaction model).
 *
 * <pre>{@code
 * SamplingConsent consent =
 *     (request, context) -> confirm(context.server() + " asks your model", request) ? request : null;
 * }</pre>
 *
 * <p>Called on the thread of the question, see {@link io.mcpbridge.input.InputHandler}; may block.
 * Throwing refuses, too.
 */
@FunctionalInterface
public interface SamplingConsent {

  /**
   * Before the model is asked.
   *
   * @return what to ask it: the request, or another one; {@code null} to refuse
   */
  @Nullable CreateMessageRequest beforeAsking(CreateMessageRequest request, InputContext context);

  /**
   * Before the server is told what the model answered; by default it is told.
   *
   * @param request what the model was asked
   * @return what to tell the server: the answer, or another one; {@code null} to refuse
   */
  default @Nullable CreateMessageResult beforeAnswering(
      CreateMessageResult answer, CreateMessageRequest request, InputContext context) {
    return answer;
  }

  /**
   * Lets these servers use the model without anybody looking, within the budget.
   *
   * @param servers the keys that they were configured under
   */
  static SamplingConsent forServers(String... servers) {
    Set<String> trusted = Set.of(servers);
    return (request, context) -> trusted.contains(context.server()) ? request : null;
  }
}
