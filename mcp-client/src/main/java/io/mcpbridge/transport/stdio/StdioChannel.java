package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.concurrent.DaemonThreads;
import io.mcpbridge.internal.concurrent.Timer;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.ServerTrace;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one server process. Callers write on their own threads; one thread reads
 * messages, another one standard error. The channel ends with the server's output, with its
 * process, or by {@link #close()}.
 */
final class StdioChannel implements Channel, StdoutMessages.Events {

  private static final Logger log = LoggerFactory.getLogger(StdioChannel.class);

  /** Limit for a cancellation notification, which is best effort. */
  private static final Duration CANCELLATION_TIMEOUT = Duration.ofSeconds(2);

  /** How long a descendant may hold the output of a process that has ended. */
  private static final Duration OUTPUT_DRAIN_TIMEOUT = Duration.ofMillis(300);

  /** How long to wait for a result that another thread is about to provide. */
  private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(1);

  private final String address;
  private final StdioCommand server;
  private final ChannelListener listener;
  private final ServerTrace trace;
  private final Secrets secrets;
  private final Correlator correlator;
  private final StdinWriter stdin;
  private final ChildProcess child;
  private final NonProtocolOutput nonProtocolOutput;
  private final StdoutMessages messages;
  private final ProcessOutput stdout;
  private final ProcessOutput stderrOutput;
  private final StderrTail stderr;
  private final ExitDiagnostics exitDiagnostics;
  private final StoppingProcesses stopping;
  private final Thread reader;
  private final Thread stderrReader;
  private final CompletableFuture<McpException> end = new CompletableFuture<>();

  /**
   * @param stopping the processes being stopped
   */
  StdioChannel(
      StdioCommand server, Process process, ChannelListener listener, StoppingProcesses stopping) {
    this.address = server.shown();
    this.server = server;
    this.listener = listener;
    this.trace = listener.trace();
    this.stopping = stopping;
    this.correlator = new Correlator(address, listener);
    this.stdin = new StdinWriter(address, process.getOutputStream(), this::stuck);
    this.child = new ChildProcess(process, stdin);
    this.secrets = server.secrets(System.getenv());
    this.stdout = new ProcessOutput(process, ProcessOutput.STDOUT, process.getInputStream());
    this.stderrOutput = new ProcessOutput(process, ProcessOutput.STDERR, process.getErrorStream());
    this.stderr = new StderrTail(address, secrets, stderrOutput, server.standardError().file());
    this.exitDiagnostics = new ExitDiagnostics(address, child, stderr, server.standardError());
    this.nonProtocolOutput = new NonProtocolOutput(address, secrets);
    this.messages =
        new StdoutMessages(
            address,
            server.limits(),
            correlator,
            nonProtocolOutput,
            this,
            trace,
            secrets,
            task -> thread("-large", task).start());
    this.reader = thread("", this::read);
    this.stderrReader = thread("-stderr", stderr);
  }

  /**
   * Starts the reader threads.
   *
   * @throws McpConnectException if this JVM is shutting down
   */
  void start() {
    if (trace.isOn()) {
      trace.event("process " + child.pid() + " started: " + address);
    }
    reader.start();
    stderrReader.start();
    if (!RunningProcesses.add(child)) {
      close();
      throw new McpConnectException(address + ": not started, because this application is ending");
    }
    child.onExit(this::processExited);
  }

  @Override
  public Exchange exchange(Outbound request, Deadline deadline) {
    byte[] line = StdinWriter.line(request.message());
    Exchange exchange = correlator.open(request, this::sendCancelled);
    try {
      write(line, request.subject(), deadline);
      return exchange;
    } catch (RuntimeException | Error e) {
      exchange.close();
      throw e;
    }
  }

  @Override
  public void send(Outbound message, Deadline deadline) {
    write(StdinWriter.line(message.message()), message.subject(), deadline);
  }

  /** A process serves the user who started it. */
  @Override
  public Object principal() {
    return address;
  }

  @Override
  public String standardError() {
    return stderr.text();
  }

  @Override
  public @Nullable String nonProtocolOutput() {
    return nonProtocolOutput.first();
  }

  @Override
  public boolean isOpen() {
    return !end.isDone();
  }

  /** Stops the process in the background, because the caller may have a deadline. */
  @Override
  public void retire() {
    if (endHere()) {
      stopInBackground();
    }
  }

  private boolean endHere() {
    McpException closed =
        new McpConnectionLostException(address + ": the connection was closed by this application");
    boolean first = end.complete(closed);
    if (first) {
      correlator.fail(closed);
    }
    return first;
  }

  private void stopInBackground() {
    stopping.add(child);
    thread(
            "-stop",
            () -> {
              try {
                child.stop(server.grace());
              } finally {
                stopping.remove(child);
              }
              endReaders();
            })
        .start();
  }

  @Override
  public void close() {
    endHere();
    stop();
  }

  private void stop() {
    child.stop(server.grace());
    endReaders();
  }

  /**
   * The last output of the process is available at once; a daemon that it started may hold the
   * pipe.
   */
  private void endReaders() {
    join(reader, OUTPUT_DRAIN_TIMEOUT);
    join(stderrReader, OUTPUT_DRAIN_TIMEOUT);
    stdout.end();
    stderrOutput.end();
    join(reader, JOIN_TIMEOUT);
    join(stderrReader, JOIN_TIMEOUT);
  }

  @Override
  public void firstMessage() {
    // By now a launcher has started its child. Remember the tree before any message is answered,
    // because the launcher may exit on the very next one.
    child.tree().scan();
  }

  @Override
  public void answerLost(McpException cause) {
    lose(cause);
  }

  private void write(byte[] line, String subject, Deadline deadline) {
    if (trace.isOn()) {
      trace.sent(line, secrets::mask);
    }
    try {
      stdin.write(line, subject, deadline);
    } catch (IOException e) {
      // without its line end the server cannot have processed it: as good as not sent
      McpException end = awaitEnd(deadline);
      if (end == null) {
        throw new McpConnectException(
            address + ": " + subject + " was not sent: " + e.getMessage(), e);
      }
      String reason = end.reason();
      String shown =
          reason.startsWith(address + ": ") ? reason.substring(address.length() + 2) : reason;
      throw new McpConnectException(address + ": " + subject + " was not sent: " + shown, end)
          .withSetting(end.setting());
    }
  }

  /** The reader is about to detect the end, too, and has more details. */
  private @Nullable McpException awaitEnd(Deadline deadline) {
    try {
      long maxWait = Deadline.after(JOIN_TIMEOUT).orEarlier(deadline).remainingNanos();
      return end.get(Math.max(0, maxWait), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException unknown) {
      // the writer's own reason is used
    }
    return null;
  }

  private void sendCancelled(@Nullable Outbound notice) {
    if (notice == null || !isOpen()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      send(notice, Deadline.after(CANCELLATION_TIMEOUT));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void read() {
    try (stdout) {
      new LineReader(stdout, messages.maxLine(), messages).readAll();
    } catch (IOException e) {
      log.debug("{}: standard output ended: {}", address, e.toString());
    } catch (RuntimeException | Error e) {
      log.error("{}: the reader of messages failed", address, e);
    } finally {
      exited();
    }
  }

  private void processExited() {
    if (trace.isOn()) {
      trace.event("process " + child.pid() + " " + exitDiagnostics.exitDescription());
    }
    if (isOpen()) {
      Future<?> unused = Timer.schedule(OUTPUT_DRAIN_TIMEOUT, this::exitedWithoutEndOfOutput);
    }
  }

  /** The timer thread is shared, and describing how a server ended may block. */
  private void exitedWithoutEndOfOutput() {
    if (isOpen()) {
      thread("-exit", this::awaitOutput).start();
    }
  }

  /** The reader may still have responses to deliver. */
  private void awaitOutput() {
    try {
      stdout.awaitEnd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exited();
  }

  /** The output or the process has ended; called on the reader's thread or a separate one. */
  private void exited() {
    if (isOpen()) {
      lose(exitDiagnostics.exit(messages.anyMessage()));
    }
  }

  /**
   * A write was blocked until its deadline. The timer thread is shared, and finding the processes
   * to kill takes a while.
   */
  private void stuck() {
    thread("-stuck", this::killStuck).start();
  }

  private void killStuck() {
    lose(
        new McpConnectionLostException(
            address + ": the server did not read its standard input and was stopped"));
    child.tree().kill();
  }

  private void lose(McpException cause) {
    if (!end.complete(cause)) {
      return;
    }
    correlator.fail(cause);
    try {
      if (!RunningProcesses.isShuttingDown()) {
        listener.onLost(cause);
      }
    } catch (RuntimeException e) {
      log.warn("{}: its end could not be delivered", address, e);
    }
    thread("-stop", this::stop).start();
  }

  private Thread thread(String role, Runnable task) {
    return DaemonThreads.named("mcp-stdio-" + server.name() + role, task);
  }

  private static void join(Thread thread, Duration limit) {
    try {
      if (thread != Thread.currentThread()) {
        thread.join(limit.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
