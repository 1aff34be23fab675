package io.mcpbridge.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client's language model for a message ({@code sampling/createMessage}). A person should
 * be able to review what is asked and what is answered (2026-07-28, client, sampling).
 *
 * @param messages the conversation; it belongs to this request alone
 * @param maxTokens the most the answer may have; must be respected
 * @param systemPrompt a system prompt, which may be ignored
 * @param modelPreferences which model the server would like
 * @param temperature how much to vary, if said
 * @param stopSequences where to stop; empty if not said
 * @param includeContext {@code none}, {@code thisServer}, {@code allServers}, if said; deprecated
 * @param tools what the model may use in this request alone; empty if nothing
 * @param toolChoice {@code auto}, {@code required}, {@code none}, if said
 * @param metadata for the model's provider; empty if none
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

  /** Tools need a capability of their own. */
  @Override
  public Set<ClientCapability> requires() {
    return tools.isEmpty() && toolChoice == null
        ? EnumSet.of(ClientCapability.SAMPLING)
        : EnumSet.of(ClientCapability.SAMPLING, ClientCapability.SAMPLING_TOOLS);
  }
}
