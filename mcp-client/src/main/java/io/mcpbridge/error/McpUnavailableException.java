package io.mcpbridge.error;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The call was not made, because its server is spared for now: it failed again and again, asked to
 * be left alone, or has as many calls as it may have. Or it was turned away for want of
 * credentials, and whoever gives them is away. It did not run, so trying again is safe.
 */
public class McpUnavailableException extends McpException {
  private static final long serialVersionUID = 1L;

  private final @Nullable Instant until;

  /**
   * @param message why the server is spared, and which settings decide that; or who is away
   * @param until from when on calls are made again; {@code null} if that is not known
   */
  public McpUnavailableException(String message, @Nullable Instant until) {
    super(message);
    this.until = until;
    beforeSending();
  }

  /** From when on calls are made again; {@code null} if that is not known. */
  public @Nullable Instant until() {
    return until;
  }

  @Override
  public McpUnavailableException again() {
    return causedByThis(new McpUnavailableException(reason(), until));
  }
}
