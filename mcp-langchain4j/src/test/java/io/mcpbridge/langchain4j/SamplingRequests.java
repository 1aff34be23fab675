package io.mcpbridge.langchain4j;

import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.ModelPreferences;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.SamplingMessage;
import java.util.List;
import java.util.Map;

/** Sampling requests for tests that only look at the input. */
public final class SamplingRequests {

  private SamplingRequests() {}

  /** One user message, with at most 40 output tokens. */
  public static CreateMessageRequest asking(SamplingContent content) {
    return with(new SamplingMessage("user", List.of(content), Map.of()));
  }

  /** A conversation, with at most 40 output tokens. */
  public static CreateMessageRequest with(SamplingMessage... messages) {
    return new CreateMessageRequest(
        List.of(messages),
        40,
        null,
        new ModelPreferences(List.of(), null, null, null),
        null,
        List.of(),
        null,
        List.of(),
        null,
        Map.of(),
        Map.of());
  }
}
