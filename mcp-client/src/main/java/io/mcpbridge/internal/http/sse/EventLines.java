package io.mcpbridge.internal.http.sse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a {@code text/event-stream}: field name and value, as bytes. Line ends may be LF, CR
 * or CRLF and may be split anywhere. Not thread-safe.
 */
final class EventLines {

  private static final int FIRST_BUFFER = 1024;
  private static final int FULL_BUFFER = 16_384;
  private static final int MAX_NAME_LENGTH = 8;
  private static final int MAX_VALUE_LENGTH = 8192;

  private final InputStream in;
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int pos;
  private int limit;
  private boolean skipLineFeed;
  private boolean firstLine = true;
  private boolean inLine;

  EventLines(InputStream in) {
    this.in = in;
  }

  /** The field that a line sets. */
  enum Field {
    END,
    BLANK,
    DATA,
    EVENT,
    ID,
    RETRY,
    OTHER
  }

  /** Skips the rest of the current line and reads the next field name. */
  Field next() throws IOException {
    skip();
    byte[] name = new byte[MAX_NAME_LENGTH];
    int length = 0;
    while (true) {
      int b = nextByte();
      if (b < 0) {
        return Field.END;
      }
      if (b == '\n' || b == ':') {
        int start = firstLine && startsWithMark(name, length) ? 3 : 0;
        firstLine = false;
        inLine = b == ':';
        if (length == start) {
          return inLine ? Field.OTHER : Field.BLANK;
        }
        if (inLine && peek() == ' ') {
          pos++;
        }
        return length > MAX_NAME_LENGTH ? Field.OTHER : named(name, start, length - start);
      }
      if (length < MAX_NAME_LENGTH) {
        name[length] = (byte) b;
      }
      length++;
    }
  }

  private static boolean startsWithMark(byte[] name, int length) {
    return length >= 3
        && name[0] == (byte) 0xEF
        && name[1] == (byte) 0xBB
        && name[2] == (byte) 0xBF;
  }

  private static Field named(byte[] name, int start, int length) {
    return switch (new String(name, start, length, StandardCharsets.ISO_8859_1)) {
      case "data" -> Field.DATA;
      case "event" -> Field.EVENT;
      case "id" -> Field.ID;
      case "retry" -> Field.RETRY;
      default -> Field.OTHER;
    };
  }

  /** Whether the current line has more to read. */
  boolean inLine() {
    return inLine;
  }

  /** The rest of the line; {@code null} if it is too long to be useful. */
  @Nullable String value() throws IOException {
    var bytes = new ByteArrayOutputStream(32);
    boolean tooLong = false;
    for (int b = inLine ? nextByte() : '\n'; b >= 0 && b != '\n'; b = nextByte()) {
      if (bytes.size() < MAX_VALUE_LENGTH) {
        bytes.write(b);
      } else {
        tooLong = true;
      }
    }
    inLine = false;
    return tooLong ? null : bytes.toString(StandardCharsets.UTF_8);
  }

  /** Skips the rest of the line. */
  void skip() throws IOException {
    int b = inLine ? nextByte() : '\n';
    while (b >= 0 && b != '\n') {
      b = nextByte();
    }
    inLine = false;
  }

  /**
   * Copies the line's buffered bytes, blocking until there are some.
   *
   * @return the number of bytes; may be zero at the end of the line
   */
  int read(byte[] to, int offset, int length) throws IOException {
    if (!ready()) {
      inLine = false;
      return 0;
    }
    int end = Math.min(limit, pos + length);
    int i = pos;
    byte b = 0;
    while (i < end && (b = buffer[i]) != '\n' && b != '\r') {
      i++;
    }
    int n = i - pos;
    System.arraycopy(buffer, pos, to, offset, n);
    pos = i;
    if (i < end) {
      nextByte();
      inLine = false;
    }
    return n;
  }

  /** The next byte, with any line end as LF. */
  private int nextByte() throws IOException {
    if (!ready()) {
      return -1;
    }
    byte b = buffer[pos++];
    if (b == '\r') {
      skipLineFeed = true;
      return '\n';
    }
    return b & 0xff;
  }

  /** Whether the line has another byte; blocks if needed. */
  boolean hasMore() throws IOException {
    return peek() >= 0;
  }

  /** The line's next byte without consuming it; -1 at the end of the line or stream. */
  private int peek() throws IOException {
    if (!inLine || !ready()) {
      return -1;
    }
    byte b = buffer[pos];
    return b == '\n' || b == '\r' ? -1 : b & 0xff;
  }

  /** Whether {@link #pos} points at a byte of the line; blocks if needed. */
  private boolean ready() throws IOException {
    while (true) {
      if (pos == limit && !fill()) {
        return false;
      }
      if (!skipLineFeed) {
        return true;
      }
      skipLineFeed = false;
      if (buffer[pos] != '\n') {
        return true;
      }
      pos++;
    }
  }

  private boolean fill() throws IOException {
    if (limit == buffer.length && buffer.length < FULL_BUFFER) {
      buffer = new byte[FULL_BUFFER]; // larger reads pay off on a long stream
    }
    int n = in.read(buffer, 0, buffer.length);
    pos = 0;
    limit = Math.max(n, 0);
    return n > 0;
  }
}
