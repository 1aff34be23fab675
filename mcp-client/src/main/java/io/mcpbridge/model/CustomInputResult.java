package io.mcpbridge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client's result for a {@link CustomInputRequest}.
 *
 * @param members the whole result, plain Java values; those with {@code null} are sent as {@code
 *     null}
 */
public record CustomInputResult(Map<String, ? extends @Nullable Object> members)
    implements InputResult {

  /** Copies the members. */
  public CustomInputResult {
    members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }
}
