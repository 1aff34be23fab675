package io.mcpbridge.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests a message from the client's language model ({@code sampling/createMessage}). A user
 * should be able to review both the request and the response (2026-07-28, client, sampling).
 *
 * @param messages the conversation; unrelated to other requests
 * @param maxTokens maximum number of tokens of the response; must be respected
 * @param systemPrompt a system prompt, which may be ignored
 * @param modelPreferences the server's model preferences
 * @param temperature the sampling temperature, if specified
 * @param stopSequences stop sequences; empty if unspecified
 * @param includeContext {@code none}, {@code thisServer} or {@code allServers}, if specified;
 *     deprecated
 * @param tools tools for the model in this request only; empty for none
 * @param toolChoice {@code auto}, {@code required} or {@code none}, if specified
 * @param metadata for the model provider; empty for none
 * @param meta the request's {@code _meta}
 */
public record CreateMessageRequest(
    List<SamplingMessage> messages,
    long maxTokens,
    @Nullable String systemPrompt,
    ModelPreferences modelPreferences,
    @Nullable Double temperature,
    List<String> stopSequences,
    @Nullable String includeContext,
    List<Tool> tools,
    @Nullable String toolChoice,
    Map<String, @Nullable Object> metadata,
    Map<String, @Nullable Object> meta)
    implements InputRequest {

  /** Copies the lists. */
  public CreateMessageRequest {
    messages = List.copyOf(messages);
    stopSequences = List.copyOf(stopSequences);
    tools = List.copyOf(tools);
  }

  @Override
  public String method() {
    return "sampling/createMessage";
  }

  /** Tools require a capability of their own. */
  @Override
  public Set<ClientCapability> requires() {
    return tools.isEmpty() && toolChoice == null
        ? EnumSet.of(ClientCapability.SAMPLING)
        : EnumSet.of(ClientCapability.SAMPLING, ClientCapability.SAMPLING_TOOLS);
  }
}
