package io.mcpbridge.verification.benchmarks.server;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One connection: reads requests and writes responses until the client disconnects. */
final class HttpConversation {

  private static final byte[] HEAD_END = ascii("\r\n\r\n");
  private static final byte[] LENGTH = ascii("content-length: ");
  private static final byte[] JSON = ascii("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n");
  private static final byte[] EVENTS =
      ascii(
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
  private static final byte[] EVENT = ascii("event: message\ndata: ");
  private static final byte[] EVENT_END = ascii("\n\n");
  private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");
  private static final byte[] ACCEPTED =
      ascii("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
  private static final byte[] NO_STREAM =
      ascii("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n");
  private static final byte[] NEW_LINE = ascii("\r\n");
  private static final int MAX_CHUNK_BYTES = 32 * 1024;

  private final InputStream in;
  private final OutputStream out;
  private final Answers answers;
  private final long greetingMillis;
  private final Gate gate;
  private byte[] buffer = new byte[8 * 1024];
  private int filled;

  HttpConversation(Socket socket, Answers answers, long greetingMillis, Gate gate)
      throws IOException {
    this.in = socket.getInputStream();
    this.out = new BufferedOutputStream(socket.getOutputStream(), 8 * 1024);
    this.answers = answers;
    this.greetingMillis = greetingMillis;
    this.gate = gate;
  }

  void run() throws IOException, InterruptedException {
    while (true) {
      int headEnd = head();
      if (headEnd < 0) {
        return;
      }
      int bodyEnd = headEnd + contentLength(headEnd);
      while (filled < bodyEnd) {
        if (!fill()) {
          return;
        }
      }
      answer(headEnd, bodyEnd);
      out.flush();
      System.arraycopy(buffer, bodyEnd, buffer, 0, filled - bodyEnd);
      filled -= bodyEnd;
    }
  }

  private int head() throws IOException {
    while (true) {
      int end = Bytes.indexOf(buffer, HEAD_END, 0, filled);
      if (end >= 0) {
        return end + HEAD_END.length;
      }
      if (!fill()) {
        return -1;
      }
    }
  }

  private boolean fill() throws IOException {
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int n = in.read(buffer, filled, buffer.length - filled);
    filled += Math.max(n, 0);
    return n > 0;
  }

  /** Header names are case-insensitive. */
  private int contentLength(int headEnd) {
    for (int at = 0; at < headEnd - LENGTH.length; at++) {
      int k = 0;
      while (k < LENGTH.length && (buffer[at + k] | 0x20) == (LENGTH[k] | 0x20)) {
        k++;
      }
      if (k == LENGTH.length) {
        int length = 0;
        for (int i = at + k; buffer[i] != '\r'; i++) {
          length = 10 * length + (buffer[i] - '0');
        }
        return length;
      }
    }
    return 0;
  }

  private void answer(int bodyStart, int bodyEnd) throws IOException, InterruptedException {
    if (buffer[0] != 'P') {
      out.write(NO_STREAM);
      return;
    }
    Question question = Question.parse(buffer, bodyStart, bodyEnd);
    if (question.method().equals("initialize")) {
      Thread.sleep(greetingMillis);
    }
    Call call = question.call();
    if (call.delayMillis() > 0) {
      Thread.sleep(call.delayMillis());
    }
    if (call.together() > 0) {
      gate.await(call.together());
    }
    Answer answer = answers.to(question);
    if (answer == null) {
      out.write(ACCEPTED);
    } else if (buffer["POST /".length()] == 's') {
      events(answer);
    } else {
      json(answer);
    }
  }

  private void json(Answer answer) throws IOException {
    out.write(JSON);
    out.write(ascii("Content-Length: " + answer.length() + "\r\n\r\n"));
    out.write(answer.head());
    out.write(answer.padding());
    out.write(answer.tail());
  }

  private void events(Answer answer) throws IOException {
    out.write(EVENTS);
    int start = EVENT.length + answer.head().length;
    int end = answer.tail().length + EVENT_END.length;
    byte[] padding = answer.padding();
    if (padding.length > 0) {
      chunk(start, EVENT, answer.head());
      for (int at = 0; at < padding.length; at += MAX_CHUNK_BYTES) {
        int length = Math.min(MAX_CHUNK_BYTES, padding.length - at);
        chunkHead(length);
        out.write(padding, at, length);
        out.write(NEW_LINE);
      }
      chunk(end, answer.tail(), EVENT_END);
    } else {
      chunk(start + end, EVENT, answer.head(), answer.tail(), EVENT_END);
    }
    out.write(LAST_CHUNK);
  }

  private void chunk(int length, byte[]... pieces) throws IOException {
    chunkHead(length);
    for (byte[] piece : pieces) {
      out.write(piece);
    }
    out.write(NEW_LINE);
  }

  private void chunkHead(int length) throws IOException {
    out.write(ascii(Integer.toHexString(length)));
    out.write(NEW_LINE);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
