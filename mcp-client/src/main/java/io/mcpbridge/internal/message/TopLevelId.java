package io.mcpbridge.internal.message;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.jsonrpc.RequestId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds the request id of a message that cannot be parsed because it is too long, too deep or
 * broken JSON: scans for the member {@code id} of the outermost object, at its start or end. Stores
 * only a few bytes. Not thread-safe.
 */
public final class TopLevelId {

  private static final int MAX_TOKEN = 256;

  private final ByteArrayOutputStream token = new ByteArrayOutputStream(32);
  private int depth;
  private boolean inString;
  private boolean escaped;
  private boolean inValue;
  private String name = "";
  private @Nullable RequestId id;
  private boolean hasMethod;
  private boolean isMessage;

  /** Scans the next bytes. */
  public void feed(byte[] buffer, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      feed(buffer[i]);
    }
  }

  /** The id, as far as scanned. */
  public @Nullable RequestId id() {
    return id;
  }

  /** Whether it is a request or a notification, whose id is the server's. */
  public boolean hasMethod() {
    return hasMethod;
  }

  /** Whether it looks like a JSON-RPC message rather than other JSON printed by the server. */
  public boolean isMessage() {
    return isMessage;
  }

  private void feed(byte b) {
    if (inString) {
      keep(b);
      inString = escaped || b != '"';
      escaped = !escaped && b == '\\';
      return;
    }
    switch (b) {
      case '"' -> {
        keep(b);
        inString = true;
      }
      case '{', '[' -> depth++;
      case '}', ']' -> {
        endOfMember();
        depth--;
      }
      case ',' -> endOfMember();
      case ':' -> endOfName();
      default -> keep(b);
    }
  }

  private void keep(byte b) {
    if (depth == 1 && token.size() < MAX_TOKEN) {
      token.write(b);
    }
  }

  private void endOfName() {
    if (depth == 1 && !inValue) {
      name = takeToken();
      inValue = true;
      hasMethod |= name.equals("\"method\"");
      isMessage |= name.equals("\"jsonrpc\"") || name.equals("\"result\"");
    }
  }

  private void endOfMember() {
    if (depth == 1) {
      String value = takeToken();
      if (inValue && id == null && name.equals("\"id\"")) {
        id = read(value);
      }
      inValue = false;
    }
  }

  private String takeToken() {
    String text = token.toString(StandardCharsets.UTF_8).strip();
    token.reset();
    return text;
  }

  private static @Nullable RequestId read(String value) {
    try {
      return RequestId.from(Json.read(value));
    } catch (JsonException notAnId) {
      return null;
    }
  }
}
