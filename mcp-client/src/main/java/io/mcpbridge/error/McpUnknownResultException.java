package io.mcpbridge.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server returned a result type that this client does not know (2026-07-28, basic, result
 * types). The client does not guess from its members; the raw result is available here.
 */
public class McpUnknownResultException extends McpProtocolException {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Map<String, @Nullable Object> result;

  /**
   * @param message what was tried, and the outcome
   * @param result the whole result as plain Java values
   */
  public McpUnknownResultException(String message, Map<String, @Nullable Object> result) {
    super(message);
    this.result = result;
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpUnknownResultException(McpUnknownResultException original, Copy copy) {
    super(original, copy);
    this.result = original.result;
  }

  /** The whole result as plain Java values, untrusted; {@code null} after serialization. */
  public @Nullable Map<String, @Nullable Object> result() {
    return result;
  }

  @Override
  protected McpUnknownResultException copy(Copy copy) {
    return new McpUnknownResultException(this, copy);
  }
}
