package io.mcpbridge.internal.http.sse;

import io.mcpbridge.internal.http.sse.EventLines.Field;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Parses {@code text/event-stream} as the HTML standard specifies, on bytes: an event's data is
 * exposed as a stream while it arrives, so nothing is collected, copied or decoded before the JSON
 * parser does it. Not thread-safe.
 */
final class EventStreamParser {

  private static final int SKIP_BUFFER_SIZE = 1024;
  private static final int MAX_RETRY_DIGITS = 18;

  private final EventLines lines;
  private final Data data = new Data();
  private boolean complete;
  private String event = "";
  private @Nullable String pendingId;
  private @Nullable String lastEventId;
  private @Nullable Long retryMillis;

  EventStreamParser(InputStream in) {
    this.lines = new EventLines(in);
  }

  /**
   * Advances to the next event with data, skipping the rest of the current one. Events without
   * data, or with only empty data lines, are skipped; their id counts.
   *
   * @return false at the end of the stream
   */
  boolean next() throws IOException {
    data.skipRest();
    event = "";
    complete = false;
    int emptyLines = 0;
    while (true) {
      Field field = lines.next();
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
          if (lines.hasMore()) {
            data.begin(emptyLines);
            return true;
          }
          emptyLines++;
        }
        default -> take(field);
      }
    }
  }

  /** The data of the current event; ends with the event. */
  InputStream data() {
    return data;
  }

  /** Skips the rest of the current event's data, so that its other fields are final. */
  void finishEvent() throws IOException {
    data.skipRest();
  }

  /** The current event's name, {@code message} by default; final at the end of its data. */
  String event() {
    return event.isEmpty() ? "message" : event;
  }

  /** Whether the current event has a name of its own; final at the end of its data. */
  boolean isNamed() {
    return !event.isEmpty();
  }

  /** Whether the current event ended with an empty line, not with the stream. */
  boolean complete() {
    return complete;
  }

  /** The id from which the stream can be resumed. */
  @Nullable String lastEventId() {
    return lastEventId;
  }

  /** The server's reconnection time, in milliseconds. */
  @Nullable Long retryMillis() {
    return retryMillis;
  }

  private void take(Field field) throws IOException {
    if (field == Field.OTHER) {
      lines.skip();
      return;
    }
    String value = lines.value();
    if (value == null) {
      return;
    }
    switch (field) {
      case EVENT -> event = value;
      case ID -> pendingId = value.indexOf('\0') < 0 ? value : pendingId;
      default -> {
        if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
          retryMillis = value.length() > MAX_RETRY_DIGITS ? Long.MAX_VALUE : Long.valueOf(value);
        }
      }
    }
  }

  private void dispatched() {
    complete = true;
    if (pendingId != null) {
      lastEventId = pendingId;
    }
  }

  /** The data lines of one event, joined by line feeds. */
  private final class Data extends InputStream {

    private final byte[] singleByte = new byte[1];
    private boolean open;
    private int lineFeeds;

    void begin(int emptyLinesBefore) {
      open = true;
      lineFeeds = emptyLinesBefore;
    }

    void skipRest() throws IOException {
      byte[] rubbish = open ? new byte[SKIP_BUFFER_SIZE] : singleByte;
      while (open) {
        read(rubbish, 0, rubbish.length);
      }
    }

    @Override
    public int read() throws IOException {
      int n = read(singleByte, 0, 1);
      return n < 0 ? -1 : singleByte[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      while (open && length > 0) {
        if (lineFeeds > 0) {
          lineFeeds--;
          to[offset] = '\n';
          return 1;
        }
        if (lines.inLine()) {
          int n = lines.read(to, offset, length);
          if (n > 0) {
            return n;
          }
        } else {
          nextLine();
        }
      }
      return length == 0 ? 0 : -1;
    }

    private void nextLine() throws IOException {
      Field field = lines.next();
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
