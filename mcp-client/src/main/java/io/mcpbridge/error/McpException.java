package io.mcpbridge.error;

import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.ServerText;
import org.jspecify.annotations.Nullable;

/**
 * A failure between this application and an MCP server. The message names the server, the
 * operation, the response and, where it helps, the setting. It never contains secrets, and no
 * terminal sequences or invisible characters from a server. A tool's own failure ({@code isError})
 * is a result, not an exception.
 *
 * <p>Immutable, since one failure may end many calls: server and operation are added to a copy. The
 * cause is given to the constructor.
 */
public class McpException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String server;
  private final @Nullable String operation;
  private final boolean nothingSent;

  /**
   * @param message what was tried, and the outcome
   */
  public McpException(String message) {
    this(message, null);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   */
  public McpException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   * @param nothingSent whether the request provably was not sent
   */
  protected McpException(String message, @Nullable Throwable cause, boolean nothingSent) {
    super(plain(message), cause);
    this.server = null;
    this.operation = null;
    this.nothingSent = nothingSent;
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpException(McpException original, Copy copy) {
    super(original.detail(), copy.cause);
    this.server = copy.server;
    this.operation = copy.operation;
    this.nothingSent = copy.nothingSent;
    if (copy.cause != original) {
      setStackTrace(original.getStackTrace());
      for (Throwable suppressed : original.getSuppressed()) {
        addSuppressed(suppressed);
      }
    }
  }

  /** Sanitizes the message, which may quote a server or application code. */
  private static @Nullable String plain(@Nullable String message) {
    return message == null ? null : DisplayText.plain(message);
  }

  private @Nullable String detail() {
    return super.getMessage();
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
    String message = detail();
    return message == null ? getClass().getSimpleName() : message;
  }

  /**
   * This failure with the server and the operation, unless it has them already. The client adds
   * them, since a transport does not know the server's configured name.
   *
   * @param name the server's configured name
   * @param attempted the operation, such as {@code tools/call search}
   */
  public final McpException withOperation(String name, String attempted) {
    return server == null
        ? copied(new Copy(name, ServerText.line(attempted), nothingSent, getCause()))
        : this;
  }

  /**
   * This failure for a request of several attempts. If something was sent and this exception's
   * class cannot be {@linkplain #copy copied}, returns one of its superclass, with this exception
   * as the cause.
   *
   * @param isNothingSent whether no attempt sent anything
   */
  public final McpException withNothingSent(boolean isNothingSent) {
    if (isNothingSent == nothingSent) {
      return this;
    }
    McpException made = copied(new Copy(server, operation, isNothingSent, getCause()));
    return made == this && nothingSent ? copy(new Copy(server, operation, false, this)) : made;
  }

  /**
   * A copy for another thread that waited for the same outcome: the stack trace is that thread's,
   * and the cause is this exception. The copy has no server and operation yet.
   */
  public final McpException copyForCaller() {
    return copied(new Copy(null, null, nothingSent, this));
  }

  /** A copy without differences. */
  protected final Copy unchanged() {
    return new Copy(server, operation, nothingSent, getCause());
  }

  /**
   * Copies this exception. Subclasses override it, with a constructor that passes both on; an
   * exception whose class does not is not copied, so that it keeps its class. Only {@link
   * #withNothingSent} replaces it.
   *
   * @param copy what differs in the copy
   */
  protected McpException copy(Copy copy) {
    return new McpException(this, copy);
  }

  private McpException copied(Copy copy) {
    McpException made = copy(copy);
    return made.getClass() == getClass() ? made : this;
  }

  @Override
  public final String getMessage() {
    return server == null ? reason() : "Server \"" + server + "\", " + operation + ": " + reason();
  }

  /** What may differ between an exception and its copy. */
  public static final class Copy {

    private final @Nullable String server;
    private final @Nullable String operation;
    private final boolean nothingSent;
    private final @Nullable Throwable cause;

    private Copy(
        @Nullable String server,
        @Nullable String operation,
        boolean nothingSent,
        @Nullable Throwable cause) {
      this.server = server;
      this.operation = operation;
      this.nothingSent = nothingSent;
      this.cause = cause;
    }
  }
}
