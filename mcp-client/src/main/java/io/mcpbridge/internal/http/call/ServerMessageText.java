package io.mcpbridge.internal.http.call;

import io.mcpbridge.internal.text.DisplayText;
import org.jspecify.annotations.Nullable;

/** Formats text of the server for messages. */
public final class ServerMessageText {

  private ServerMessageText() {}

  /** A header value for display: one short line. */
  public static String shown(@Nullable String value) {
    return value == null ? "no content type" : DisplayText.line(value, 80);
  }
}
