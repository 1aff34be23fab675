package io.mcpbridge.transport;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.jsonrpc.RequestId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whose answer a message is that cannot be read as a whole, because it is too long, too
 * deep or broken JSON: looks for the member {@code id} of the outermost object, at its start or its
 * end, while the bytes pass by. Never stores more than a few of them. Not thread-safe.
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

  /** Looks at the next bytes. */
  public void feed(byte[] buffer, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      feed(buffer[i]);
    }
  }

  /** The id, as far as it has passed by. */
  public @Nullable RequestId id() {
    return id;
  }

  /** Whether it is a request or a notification: then its id is not one of ours. */
  public boolean hasMethod() {
    return hasMethod;
  }

  /** Whether it looks like a JSON-RPC message rather than other JSON that a server prints. */
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
