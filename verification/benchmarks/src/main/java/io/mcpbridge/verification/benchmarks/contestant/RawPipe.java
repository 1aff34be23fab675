package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.Call;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The pipes of a process. A single caller reads its response itself, which is fastest; with several
 * callers, one thread reads for all.
 */
final class RawPipe implements Session {

  private final Process process;
  private final OutputStream out;
  private final RawLines lines;
  private final ReentrantLock writing = new ReentrantLock();
  private final RawReplies replies = new RawReplies();
  private boolean shared;
  private long lastId;

  RawPipe(List<String> command) throws IOException {
    this.process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    this.out = process.getOutputStream();
    this.lines = new RawLines(process.getInputStream());
    write(RawMessage.INITIALIZE);
    lines.next();
    write(RawMessage.INITIALIZED);
  }

  @Override
  public String call(Call call) throws IOException, InterruptedException {
    RawReplies.Reply reply;
    if (!shared && writing.tryLock()) {
      try {
        if (!shared) {
          write(RawMessage.call(++lastId, call));
          lines.next();
          return RawMessage.text(lines.buffer(), lines.start(), lines.end());
        }
      } finally {
        writing.unlock();
      }
    }
    writing.lock();
    try {
      if (!shared) {
        shared = true;
        startReader();
      }
      long id = ++lastId;
      reply = replies.expect(id);
      write(RawMessage.call(id, call));
    } finally {
      writing.unlock();
    }
    return reply.await();
  }

  /** Uses a reader thread from the first call on. */
  void share() {
    shared = true;
    startReader();
  }

  private void startReader() {
    Thread reader =
        new Thread(
            () -> {
              try {
                while (true) {
                  lines.next();
                  replies.arrived(
                      RawMessage.id(lines.buffer(), lines.start(), lines.end()),
                      RawMessage.text(lines.buffer(), lines.start(), lines.end()));
                }
              } catch (IOException processEnded) {
                // the expected end
              }
            },
            "raw-pipe");
    reader.setDaemon(true);
    reader.start();
  }

  private void write(String message) throws IOException {
    out.write((message + '\n').getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  @Override
  public int listTools() throws IOException {
    write(RawMessage.LIST);
    lines.next();
    return RawMessage.tools(lines.buffer(), lines.start(), lines.end());
  }

  @Override
  public void close() throws IOException, InterruptedException {
    out.close();
    process.waitFor();
  }
}
