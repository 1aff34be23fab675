package io.mcpbridge.verification.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.mcpbridge.error.McpException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Detects failures that no caller sees because the library catches and logs them. */
final class LogWatch extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

  LogWatch() {
    root.detachAndStopAllAppenders();
    root.setLevel(Level.WARN);
    root.addAppender(this);
    start();
  }

  @Override
  protected void append(ILoggingEvent event) {
    Throwable thrown =
        event.getThrowableProxy() instanceof ThrowableProxy proxy ? proxy.getThrowable() : null;
    if (event.getLevel().isGreaterOrEqual(Level.ERROR) || isUnexpected(thrown)) {
      failures.add(
          event.getThreadName() + " logged: " + event.getFormattedMessage() + " " + trace(thrown));
    }
  }

  private static boolean isUnexpected(@Nullable Throwable thrown) {
    return thrown != null && !(thrown instanceof McpException);
  }

  private static String trace(@Nullable Throwable thrown) {
    if (thrown == null) {
      return "";
    }
    StringBuilder trace = new StringBuilder(thrown.toString());
    for (int i = 0; i < Math.min(6, thrown.getStackTrace().length); i++) {
      trace.append("\n      at ").append(thrown.getStackTrace()[i]);
    }
    return trace.toString();
  }

  /** The failures since the last call. */
  List<String> drain() {
    List<String> drained = new ArrayList<>();
    for (String failure = failures.poll(); failure != null; failure = failures.poll()) {
      drained.add(failure);
    }
    return drained;
  }

  @Override
  public void close() {
    root.detachAppender(this);
  }
}
