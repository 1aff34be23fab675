package io.mcpbridge.transport.http;

import io.mcpbridge.internal.text.DisplayText;
import org.jspecify.annotations.Nullable;

/** How a server's own words look in messages. */
final class Texts {

  private Texts() {}

  /** A header value as it can be shown: one short line. */
  static String shown(@Nullable String value) {
    return value == null ? "no content type" : DisplayText.line(value, 80);
  }
}
