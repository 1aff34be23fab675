package io.mcpbridge.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Client and server have no common protocol revision. */
public class McpUnsupportedVersionException extends McpException {
  private static final long serialVersionUID = 1L;

  private final List<String> supported;

  /**
   * @param message both lists, and the setting that pins the revision
   * @param supported the revisions that the server names, possibly empty
   */
  public McpUnsupportedVersionException(String message, List<String> supported) {
    this(message, supported, null);
  }

  /**
   * Same, with the response that shows it.
   *
   * @param message both lists, and the setting that pins the revision
   * @param supported the revisions that the server names, possibly empty
   * @param cause the server's response, such as an {@link McpErrorResponseException}, if any
   */
  public McpUnsupportedVersionException(
      String message, List<String> supported, @Nullable Throwable cause) {
    super(message, cause, Delivery.NOT_RUN);
    this.supported = List.copyOf(supported);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpUnsupportedVersionException(McpUnsupportedVersionException original, Copy copy) {
    super(original, copy);
    this.supported = original.supported;
  }

  /** The revisions that the server names, possibly empty. */
  public List<String> supported() {
    return supported;
  }

  @Override
  protected McpUnsupportedVersionException copy(Copy copy) {
    return new McpUnsupportedVersionException(this, copy);
  }
}
