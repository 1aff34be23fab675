package io.mcpbridge.error;

import io.mcpbridge.internal.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * A failure between this application and an MCP server. The message names the server, the
 * operation, the response and, where it helps, the setting. It never contains secrets, and no
 * terminal sequences or invisible characters from a server. A tool's own failure ({@code isError})
 * is a result, not an exception.
 */
public class McpException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private volatile @Nullable String server;
  private volatile @Nullable String operation;
  private volatile boolean nothingSent;

  /**
   * @param message what was tried, and the outcome
   */
  public McpException(String message) {
    super(plain(message));
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure
   */
  public McpException(String message, Throwable cause) {
    super(plain(message), cause);
  }

  /** Sanitizes the message, which may quote a server or application code. */
  private static @Nullable String plain(@Nullable String message) {
    return message == null ? null : DisplayText.plain(message);
  }

  /**
   * Records the server and the operation, once; later calls have no effect. The client calls this,
   * since a transport does not know the server's configured name.
   *
   * @param server the server's configured name
   * @param operation the operation, such as {@code tools/call search}
   */
  public final void during(String server, String operation) {
    if (this.server == null) {
      this.server = server;
      this.operation = ServerText.line(operation); // which names a server's tool
    }
  }

  /** Records that the failure occurred before anything was sent. */
  public final void beforeSending() {
    nothingSent = true;
  }

  /**
   * Whether the request provably was not sent, for example because the server was unreachable or
   * the connection slow to open: a retry is safe.
   */
  public final boolean isNothingSent() {
    return nothingSent;
  }

  /** The server's configured name; {@code null} if unknown. */
  public final @Nullable String server() {
    return server;
  }

  /** The operation, such as {@code tools/call search}; {@code null} if unknown. */
  public final @Nullable String operation() {
    return operation;
  }

  /** The failure without the prefix of server and operation. */
  public final String reason() {
    String message = super.getMessage();
    return message == null ? getClass().getSimpleName() : message;
  }

  /**
   * Copies this failure for another thread that waited for the same outcome: the stack trace is
   * that thread's, and the cause is the original. Server and operation are not set yet.
   */
  public McpException again() {
    return new McpException(reason(), this);
  }

  /** Makes this exception the cause of its copy. */
  final <E extends McpException> E causedByThis(E copy) {
    copy.initCause(this);
    return copy;
  }

  @Override
  public final String getMessage() {
    return server == null ? reason() : "Server \"" + server + "\", " + operation + ": " + reason();
  }
}
