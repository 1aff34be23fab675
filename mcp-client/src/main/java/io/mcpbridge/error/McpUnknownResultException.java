package io.mcpbridge.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server answered with a result of a type that this client does not know (2026-07-28, basic,
 * result types). Nothing is guessed from its shape; it is here as it came.
 */
public class McpUnknownResultException extends McpProtocolException {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Map<String, @Nullable Object> result;

  /**
   * @param message what was tried and what came back
   * @param result the whole result as plain Java values
   */
  public McpUnknownResultException(String message, Map<String, @Nullable Object> result) {
    super(message);
    this.result = result;
  }

  /** The whole result as plain Java values, untrusted; {@code null} after serialization. */
  public @Nullable Map<String, @Nullable Object> result() {
    return result;
  }

  @Override
  public McpUnknownResultException again() {
    return causedByThis(
        new McpUnknownResultException(reason(), result == null ? Map.of() : result));
  }
}
