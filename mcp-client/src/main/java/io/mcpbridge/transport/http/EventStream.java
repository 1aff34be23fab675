package io.mcpbridge.transport.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code text/event-stream} by the rules of the HTML standard, on bytes: the data of an event
 * is handed out as a stream of its own while it arrives, so that nothing is collected, copied or
 * decoded before the JSON parser does it. Line ends may be LF, CR or CRLF and may be cut anywhere.
 * Not thread-safe.
 */
final class EventStream {

  private static final int FIRST_BUFFER = 1024;
  private static final int FULL_BUFFER = 16_384;
  private static final int LONGEST_NAME = 8;
  private static final int LONGEST_VALUE = 8192;
  private static final int LONGEST_NUMBER = 18;

  private final InputStream in;
  private final Data data = new Data();
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int pos;
  private int limit;
  private boolean skipLineFeed;
  private boolean firstLine = true;
  private boolean inLine;
  private boolean complete;
  private String event = "";
  private @Nullable String pendingId;
  private @Nullable String lastEventId;
  private @Nullable Long retryMillis;

  EventStream(InputStream in) {
    this.in = in;
  }

  /**
   * Moves to the next event that has data; what is left of the current one is skipped. Events
   * without data, or with nothing but empty lines of it, are passed over; their id counts.
   *
   * @return false at the end of the stream
   */
  boolean next() throws IOException {
    data.skipRest();
    event = "";
    complete = false;
    int emptyLines = 0;
    while (true) {
      Field field = field();
      switch (field) {
        case END -> {
          return false;
        }
        case BLANK -> {
          dispatched();
          event = "";
          emptyLines = 0;
        }
        case DATA -> {
          if (peek() >= 0) {
            data.begin(emptyLines);
            return true;
          }
          emptyLines++;
        }
        default -> take(field);
      }
    }
  }

  /** The data of the current event; it ends where the event does. */
  InputStream data() {
    return data;
  }

  /** Skips what is left of the current event's data, so that its other fields are known. */
  void finishEvent() throws IOException {
    data.skipRest();
  }

  /** The current event's name, {@code message} by default; certain at the end of its data. */
  String event() {
    return event.isEmpty() ? "message" : event;
  }

  /** Whether the current event has a name of its own; certain at the end of its data. */
  boolean isNamed() {
    return !event.isEmpty();
  }

  /** Whether the current event ended with an empty line, not with the stream. */
  boolean complete() {
    return complete;
  }

  /** The id from which the stream could be resumed. */
  @Nullable String lastEventId() {
    return lastEventId;
  }

  /** The server's wish for the pause before reconnecting, in milliseconds. */
  @Nullable Long retryMillis() {
    return retryMillis;
  }

  private enum Field {
    END,
    BLANK,
    DATA,
    EVENT,
    ID,
    RETRY,
    OTHER
  }

  /** Reads the name of the next line's field; {@link #inLine} tells whether a value follows. */
  private Field field() throws IOException {
    skipLine();
    byte[] name = new byte[LONGEST_NAME];
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
        return length > LONGEST_NAME ? Field.OTHER : named(name, start, length - start);
      }
      if (length < LONGEST_NAME) {
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

  private void take(Field field) throws IOException {
    if (field == Field.OTHER) {
      skipLine();
      return;
    }
    String value = value();
    if (value == null) {
      return;
    }
    switch (field) {
      case EVENT -> event = value;
      case ID -> pendingId = value.indexOf('\0') < 0 ? value : pendingId;
      default -> {
        if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
          retryMillis = value.length() > LONGEST_NUMBER ? Long.MAX_VALUE : Long.valueOf(value);
        }
      }
    }
  }

  /** The rest of the line; {@code null} if it is too long to be of use. */
  private @Nullable String value() throws IOException {
    var bytes = new ByteArrayOutputStream(32);
    boolean tooLong = false;
    for (int b = inLine ? nextByte() : '\n'; b >= 0 && b != '\n'; b = nextByte()) {
      if (bytes.size() < LONGEST_VALUE) {
        bytes.write(b);
      } else {
        tooLong = true;
      }
    }
    inLine = false;
    return tooLong ? null : bytes.toString(StandardCharsets.UTF_8);
  }

  private void skipLine() throws IOException {
    int b = inLine ? nextByte() : '\n';
    while (b >= 0 && b != '\n') {
      b = nextByte();
    }
    inLine = false;
  }

  private void dispatched() {
    complete = true;
    if (pendingId != null) {
      lastEventId = pendingId;
    }
  }

  /** The next byte, any line end as LF. */
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

  /** The next byte of this line without taking it; -1 where the line or the stream ends. */
  private int peek() throws IOException {
    if (!inLine || !ready()) {
      return -1;
    }
    byte b = buffer[pos];
    return b == '\n' || b == '\r' ? -1 : b & 0xff;
  }

  /** Whether {@link #pos} is at a byte that counts, waiting for one if need be. */
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
      buffer = new byte[FULL_BUFFER]; // a long stream: larger steps pay off
    }
    int n = in.read(buffer, 0, buffer.length);
    pos = 0;
    limit = Math.max(n, 0);
    return n > 0;
  }

  /** The data lines of one event, joined by line feeds. */
  private final class Data extends InputStream {

    private final byte[] one = new byte[1];
    private boolean open;
    private int lineFeeds;

    void begin(int emptyLinesBefore) {
      open = true;
      lineFeeds = emptyLinesBefore;
    }

    void skipRest() throws IOException {
      byte[] rubbish = open ? new byte[FIRST_BUFFER] : one;
      while (open) {
        read(rubbish, 0, rubbish.length);
      }
    }

    @Override
    public int read() throws IOException {
      int n = read(one, 0, 1);
      return n < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      while (open && length > 0) {
        if (lineFeeds > 0) {
          lineFeeds--;
          to[offset] = '\n';
          return 1;
        }
        if (inLine) {
          int n = run(to, offset, length);
          if (n > 0) {
            return n;
          }
        } else {
          nextLine();
        }
      }
      return length == 0 ? 0 : -1;
    }

    /** Copies what the buffer holds of this line. */
    private int run(byte[] to, int offset, int length) throws IOException {
      if (!ready()) {
        inLine = false;
        open = false;
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

    private void nextLine() throws IOException {
      Field field = field();
      switch (field) {
        case END -> open = false;
        case BLANK -> {
          open = false;
          dispatched();
        }
        case DATA -> lineFeeds++;
        default -> take(field);
      }
    }
  }
}
