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
  private final Delivery delivery;
  private final @Nullable String setting;

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
    this(message, cause, Delivery.SENT);
  }

  /**
   * @param message what was tried, and the outcome
   * @param cause the underlying failure, if any
   * @param delivery what the failure reveals about the request
   */
  protected McpException(String message, @Nullable Throwable cause, Delivery delivery) {
    super(plain(message), cause);
    this.server = null;
    this.operation = null;
    this.delivery = delivery;
    this.setting = null;
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpException(McpException original, Copy copy) {
    super(original.detail(), copy.cause);
    this.server = copy.server;
    this.operation = copy.operation;
    this.delivery = copy.delivery;
    this.setting = copy.setting;
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
   * How far the request got, over all attempts of the call. A retry is safe unless it {@linkplain
   * Delivery#mayHaveRun may have run}.
   */
  public final Delivery delivery() {
    return delivery;
  }

  /** The server's configured name; {@code null} if unknown. */
  public final @Nullable String server() {
    return server;
  }

  /** The operation, such as {@code tools/call search}; {@code null} if unknown. */
  public final @Nullable String operation() {
    return operation;
  }

  /**
   * The setting whose change most likely ends the failure, by its name below the server in the
   * configuration, such as {@code url} or {@code args}; {@code null} if there is none, or if it is
   * unknown. The message names it, too.
   */
  public final @Nullable String setting() {
    return setting;
  }

  /**
   * This failure with a setting to change, for code that creates exceptions.
   *
   * @param name as for {@link #setting}
   */
  public final McpException withSetting(@Nullable String name) {
    return copied(new Copy(server, operation, delivery, getCause(), name));
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
        ? copied(new Copy(name, ServerText.line(attempted), delivery, getCause(), setting))
        : this;
  }

  /**
   * This failure for a request of several attempts. If one of them may have run, unlike the last,
   * and this exception's class cannot be {@linkplain #copy copied}, returns one of its superclass,
   * with this exception as the cause.
   *
   * @param ofAll the delivery of all attempts together
   */
  public final McpException withDelivery(Delivery ofAll) {
    if (ofAll == delivery) {
      return this;
    }
    McpException copied = copied(new Copy(server, operation, ofAll, getCause(), setting));
    return copied == this && ofAll.mayHaveRun() && !delivery.mayHaveRun()
        ? copy(new Copy(server, operation, ofAll, this, setting))
        : copied;
  }

  /**
   * A copy for another thread that waited for the same outcome: the stack trace is that thread's,
   * and the cause is this exception. The copy has no server and operation yet.
   */
  public final McpException copyForCaller() {
    return copied(new Copy(null, null, delivery, this, setting));
  }

  /** A copy without differences. */
  protected final Copy unchanged() {
    return new Copy(server, operation, delivery, getCause(), setting);
  }

  /**
   * Copies this exception. Subclasses override it, with a constructor that passes both on; an
   * exception whose class does not is not copied, so that it keeps its class. Only {@link
   * #withDelivery} replaces it.
   *
   * @param copy what differs in the copy
   */
  protected McpException copy(Copy copy) {
    return new McpException(this, copy);
  }

  private McpException copied(Copy copy) {
    McpException copied = copy(copy);
    return copied.getClass() == getClass() ? copied : this;
  }

  @Override
  public final String getMessage() {
    return server == null ? reason() : "Server \"" + server + "\", " + operation + ": " + reason();
  }

  /** What may differ between an exception and its copy. */
  public static final class Copy {

    private final @Nullable String server;
    private final @Nullable String operation;
    private final Delivery delivery;
    private final @Nullable Throwable cause;
    private final @Nullable String setting;

    private Copy(
        @Nullable String server,
        @Nullable String operation,
        Delivery delivery,
        @Nullable Throwable cause,
        @Nullable String setting) {
      this.server = server;
      this.operation = operation;
      this.delivery = delivery;
      this.cause = cause;
      this.setting = setting;
    }
  }
}
