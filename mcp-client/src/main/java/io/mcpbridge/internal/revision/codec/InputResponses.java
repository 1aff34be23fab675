package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.model.InputResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the next round of a call sends back (2026-07-28, multi round-trip requests).
 *
 * @param answers responses by key of the latest input requests
 * @param requestState the latest result's state, unchanged; {@code null} if it had none
 */
public record InputResponses(Map<String, InputResult> answers, @Nullable String requestState) {

  /** Copies the answers, keeping their order. */
  public InputResponses {
    answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
  }

  /** Includes only the number of responses, not their content. */
  @Override
  public String toString() {
    return "InputResponses[" + answers.size() + "]";
  }
}
