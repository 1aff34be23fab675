package io.mcpbridge.transport.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Splits a byte stream into lines of any length up to a limit: scans each byte once; the buffer
 * doubles as a line grows and shrinks back after it. A line beyond the limit is delivered in pieces
 * and never stored.
 */
final class LineReader {

  private static final int NORMAL_BUFFER = 64 * 1024;
  private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  private final InputStream in;
  private final int maxLine;
  private final LineSink sink;

  private byte[] buffer;
  private int start;
  private int end;
  private boolean longLine;

  LineReader(InputStream in, int maxLine, LineSink sink) {
    this.in = in;
    this.maxLine = Math.min(maxLine, MAX_ARRAY_LENGTH - 1);
    this.sink = sink;
    this.buffer = new byte[NORMAL_BUFFER];
  }

  /** Reads to the end of the stream; a last line without a line end counts. */
  void readAll() throws IOException {
    int read = in.read(buffer, 0, buffer.length);
    while (read >= 0) {
      int from = end;
      end += read;
      cut(from);
      makeRoom();
      read = in.read(buffer, end, buffer.length - end);
    }
    if (longLine) {
      sink.endOfLongLine();
    } else if (end > start) {
      sink.line(buffer, start, end - start);
    }
  }

  private void cut(int from) {
    for (int i = from; i < end; i++) {
      if (buffer[i] == '\n') {
        lineEndsAt(i);
        start = i + 1;
      }
    }
    if (longLine || end - start > maxLine) {
      longLine = true;
      sink.pieceOfLongLine(buffer, start, end - start);
      start = end;
    }
  }

  private void lineEndsAt(int i) {
    int length = i - start;
    if (!longLine && length <= maxLine) {
      sink.line(buffer, start, length);
      return;
    }
    sink.pieceOfLongLine(buffer, start, length);
    sink.endOfLongLine();
    longLine = false;
  }

  private void makeRoom() {
    int unread = end - start;
    if (unread == 0 || (buffer.length > NORMAL_BUFFER && unread < NORMAL_BUFFER / 2)) {
      byte[] next = buffer.length > NORMAL_BUFFER ? new byte[NORMAL_BUFFER] : buffer;
      System.arraycopy(buffer, start, next, 0, unread);
      buffer = next;
    } else if (end == buffer.length && start > 0) {
      System.arraycopy(buffer, start, buffer, 0, unread);
    } else if (end == buffer.length) {
      // one byte more than the limit is enough to detect a line beyond it
      long newLength = Math.min(2L * buffer.length, Math.max(maxLine + 1L, NORMAL_BUFFER));
      buffer = Arrays.copyOf(buffer, (int) Math.min(newLength, MAX_ARRAY_LENGTH));
      return;
    } else {
      return;
    }
    start = 0;
    end = unread;
  }
}
