package io.mcpbridge.revision;

import io.mcpbridge.model.InputResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the next round of a call brings along (2026-07-28, multi round-trip requests).
 *
 * @param answers by the keys of the latest input requests
 * @param requestState of the latest answer, untouched; {@code null} if it had none
 */
public record InputResponses(Map<String, InputResult> answers, @Nullable String requestState) {

  /** Copies the answers, keeping their order. */
  public InputResponses {
    answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
  }

  /** How many answers there are, and nothing of what is in them. */
  @Override
  public String toString() {
    return "InputResponses[" + answers.size() + "]";
  }
}
