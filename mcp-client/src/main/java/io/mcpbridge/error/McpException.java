package io.mcpbridge.error;

import io.mcpbridge.internal.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Something between this application and an MCP server went wrong. The message says which server,
 * what was tried, what came back and, where a setting helps, which one; it never holds a secret,
 * nor terminal sequences or invisible characters of a server. A tool's own failure ({@code
 * isError}) is a result, not an exception.
 */
public class McpException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private volatile @Nullable String server;
  private volatile @Nullable String operation;
  private volatile boolean nothingSent;

  /**
   * @param message what was tried and what came back
   */
  public McpException(String message) {
    super(plain(message));
  }

  /**
   * @param message what was tried and what came back
   * @param cause what lies underneath
   */
  public McpException(String message, Throwable cause) {
    super(plain(message), cause);
  }

  /** Much of a message is quoted from somebody, an application's code included. */
  private static @Nullable String plain(@Nullable String message) {
    return message == null ? null : DisplayText.plain(message);
  }

  /**
   * Notes for whom and for what it happened; the first note stays. A transport does not know the
   * name its server was configured under, the client does.
   *
   * @param server the server's configured name
   * @param operation what was asked, such as {@code tools/call search}
   */
  public final void during(String server, String operation) {
    if (this.server == null) {
      this.server = server;
      this.operation = ServersWords.line(operation); // which names a server's tool
    }
  }

  /** Notes that it happened before anything of what was asked had been sent. */
  public final void beforeSending() {
    nothingSent = true;
  }

  /**
   * Whether what was asked provably never left, as where a server is away, slow to be connected to
   * or refuses that: trying again is safe.
   */
  public final boolean isNothingSent() {
    return nothingSent;
  }

  /** The configured name of the server concerned, once known. */
  public final @Nullable String server() {
    return server;
  }

  /** What was asked, such as {@code tools/call search}, once known. */
  public final @Nullable String operation() {
    return operation;
  }

  /** What went wrong, without the server's name and the operation in front. */
  public final String reason() {
    String message = super.getMessage();
    return message == null ? getClass().getSimpleName() : message;
  }

  /**
   * The same failure for another thread that waited for the same thing: its stack trace shows that
   * thread's call, and the original is its cause. For whom it happened is not noted yet.
   */
  public McpException again() {
    return new McpException(reason(), this);
  }

  /** Makes this the cause of its copy. */
  final <E extends McpException> E causedByThis(E copy) {
    copy.initCause(this);
    return copy;
  }

  @Override
  public final String getMessage() {
    return server == null ? reason() : "Server \"" + server + "\", " + operation + ": " + reason();
  }
}
