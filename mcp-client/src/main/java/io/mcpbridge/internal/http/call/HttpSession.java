package io.mcpbridge.internal.http.call;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.transport.Outbound;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * The session that a server may open in its response to {@code initialize} (2025-03-26 to
 * 2025-11-25, session management). Its id is a secret and never appears in logs or messages.
 */
final class HttpSession implements Session {

  static final String ID = "Mcp-Session-Id";

  /**
   * Codes that servers use for an unknown session; both are server-defined and have other uses,
   * too.
   */
  private static final int SERVER_ERROR = -32000;

  private static final int SESSION_NOT_FOUND = -32001;

  /** The word alone or as the name of its id, but not as part of a tool name. */
  private static final Pattern SESSION =
      Pattern.compile("\\bsession([_-]?id)?\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern NOT_INITIALIZED =
      Pattern.compile("not initialized", Pattern.CASE_INSENSITIVE);

  private volatile @Nullable String id;
  private volatile Map<String, String> headers = Map.of();
  private volatile @Nullable String lostId;

  @Override
  public void join(ClassicHttpRequest request, Outbound message) {
    if (!message.headers().isEmpty()) {
      headers = message.headers();
    }
    String current = id;
    if (current != null && message.part() != Outbound.Part.OPENS) {
      request.setHeader(ID, current);
    }
  }

  @Override
  public void join(ClassicHttpRequest request) {
    if (id != null) {
      request.setHeader(ID, id);
    }
    headers.forEach(request::setHeader);
  }

  @Override
  public boolean isOpenedBy(Outbound message) {
    return message.part() == Outbound.Part.OPENED;
  }

  @Override
  public boolean resumesAnswers() {
    return true;
  }

  @Override
  public void accepted(Outbound message, HttpResponse response) {
    Header header = message.part() == Outbound.Part.OPENS ? response.getFirstHeader(ID) : null;
    if (header == null || header.getValue() == null) {
      return;
    }
    String offered = header.getValue();
    if (offered.isEmpty() || !offered.chars().allMatch(c -> c >= 0x21 && c <= 0x7E)) {
      throw new IllegalArgumentException("a session id with characters other than visible ASCII");
    }
    id = offered;
  }

  @Override
  public @Nullable String id() {
    return id;
  }

  @Override
  public void forget() {
    id = null;
  }

  @Override
  public boolean isLost(ClassicHttpRequest request, ErrorStatusResponse errorStatusResponse) {
    if (!request.containsHeader(ID)) {
      return false;
    }
    return errorStatusResponse.status() == 404
        || (errorStatusResponse.status() == 400 && isAboutSession(errorStatusResponse));
  }

  /**
   * Whether it is one of the errors that many servers send in place of the 404. The client retries
   * the call after it, so the call must certainly not have been processed: errors that a tool or
   * method may return do not qualify.
   */
  private static boolean isAboutSession(ErrorStatusResponse errorStatusResponse) {
    JsonRpcError error = errorStatusResponse.error();
    if (error == null) {
      return SESSION.matcher(errorStatusResponse.body()).find();
    }
    return switch (error.code()) {
      case SERVER_ERROR ->
          SESSION.matcher(error.message()).find()
              || NOT_INITIALIZED.matcher(error.message()).find();
      case SESSION_NOT_FOUND, JsonRpcError.INVALID_REQUEST ->
          SESSION.matcher(error.message()).find();
      default -> false;
    };
  }

  @Override
  public void markLost(ClassicHttpRequest request) {
    Header header = request.getFirstHeader(ID);
    lostId = header == null ? null : header.getValue();
  }

  @Override
  public boolean announcesCancellation() {
    return true;
  }

  @Override
  public synchronized boolean terminate(ClassicHttpRequest delete) {
    String current = id;
    if (current == null || current.equals(lostId)) {
      return false;
    }
    join(delete);
    id = null;
    return true;
  }
}
