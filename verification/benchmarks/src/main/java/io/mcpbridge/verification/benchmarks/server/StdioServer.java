package io.mcpbridge.verification.benchmarks.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Messages as lines. Responds to all buffered requests before writing, so that concurrent calls
 * cost few writes.
 */
final class StdioServer {

  private final InputStream in;
  private final OutputStream out;
  private final Answers answers;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "measure-stdio-delay");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Answer> pending = new ArrayList<>();
  private final byte[] output = new byte[64 * 1024];
  private int written;

  StdioServer(InputStream in, OutputStream out, Answers answers) {
    this.in = in;
    this.out = out;
    this.answers = answers;
  }

  /** Reads to the end of the input. */
  void run() throws IOException {
    byte[] buffer = new byte[64 * 1024];
    int filled = 0;
    int n;
    while ((n = in.read(buffer, filled, buffer.length - filled)) > 0) {
      int start = 0;
      for (int i = filled; i < filled + n; i++) {
        if (buffer[i] == '\n') {
          line(buffer, start, i);
          start = i + 1;
        }
      }
      flush();
      filled = filled + n - start;
      System.arraycopy(buffer, start, buffer, 0, filled);
      if (filled == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
    }
  }

  private void line(byte[] buffer, int from, int to) throws IOException {
    Question question = Question.parse(buffer, from, to);
    Answer answer = answers.to(question);
    Call call = question.call();
    if (answer == null) {
      return;
    }
    if (call.delayMillis() > 0) {
      timer.schedule(() -> writeLate(answer), call.delayMillis(), TimeUnit.MILLISECONDS);
    } else if (call.together() > 0) {
      hold(answer, call.together());
    } else {
      write(answer);
    }
  }

  /** Responds in reverse order, where a client could mix up responses. */
  private void hold(Answer answer, int together) throws IOException {
    pending.add(answer);
    if (pending.size() == together) {
      Collections.reverse(pending);
      for (Answer pendingAnswer : pending) {
        write(pendingAnswer);
      }
      pending.clear();
    }
  }

  private Void writeLate(Answer answer) throws IOException {
    synchronized (output) {
      write(answer);
      flush();
    }
    return null;
  }

  private void write(Answer answer) throws IOException {
    synchronized (output) {
      append(answer.head());
      append(answer.padding());
      append(answer.tail());
      append(new byte[] {'\n'});
    }
  }

  private void append(byte[] bytes) throws IOException {
    if (bytes.length > output.length - written) {
      flush();
    }
    if (bytes.length > output.length) {
      out.write(bytes);
    } else {
      System.arraycopy(bytes, 0, output, written, bytes.length);
      written += bytes.length;
    }
  }

  private void flush() throws IOException {
    synchronized (output) {
      out.write(output, 0, written);
      written = 0;
      out.flush();
    }
  }
}
