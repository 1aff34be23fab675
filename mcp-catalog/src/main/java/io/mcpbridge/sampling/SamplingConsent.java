package io.mcpbridge.sampling;

import io.mcpbridge.input.InputContext;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a server may use the application's model. A user should be able to see, change
 * and refuse both the request and the response (2026-07-28, client, sampling, user interaction
 * model).
 *
 * <pre>{@code
 * SamplingConsent consent =
 *     (request, context) -> confirm(context.server() + " asks your model", request) ? request : null;
 * }</pre>
 *
 * <p>Called on the thread of the server's request, see {@link io.mcpbridge.input.InputHandler}; may
 * block. Throwing refuses, too.
 */
@FunctionalInterface
public interface SamplingConsent {

  /**
   * Called before the model.
   *
   * @return the request to send to the model, changed or not; {@code null} to refuse
   */
  @Nullable CreateMessageRequest beforeAsking(CreateMessageRequest request, InputContext context);

  /**
   * Called before the model's response is returned to the server; the default allows it.
   *
   * @param request the request sent to the model
   * @return the response to return to the server, changed or not; {@code null} to refuse
   */
  default @Nullable CreateMessageResult beforeAnswering(
      CreateMessageResult answer, CreateMessageRequest request, InputContext context) {
    return answer;
  }

  /**
   * Lets these servers use the model without user interaction, within the budget.
   *
   * @param servers the keys that they were configured under
   */
  static SamplingConsent forServers(String... servers) {
    Set<String> trusted = Set.of(servers);
    return (request, context) -> trusted.contains(context.server()) ? request : null;
  }
}
