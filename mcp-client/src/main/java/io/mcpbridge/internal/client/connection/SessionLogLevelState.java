package io.mcpbridge.internal.client.connection;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.LoggingLevel;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log level set in the session of one connection. */
public final class SessionLogLevelState {

  private static final Logger log = LoggerFactory.getLogger(SessionLogLevelState.class);

  /** Stops trying after this many consecutive failures, since each attempt delays a call. */
  private static final int MAX_FAILURES = 3;

  private @Nullable LoggingLevel current;
  private int failures;

  /**
   * Sets the level unless the server already logs from this level on. A failure does not fail the
   * call; the next call tries again.
   *
   * @param requestedLevel read together with the level of the session, so that it is no older
   */
  public void ensureLevel(
      Supplier<@Nullable LoggingLevel> requestedLevel, Consumer<? super LoggingLevel> setLevel) {
    LoggingLevel before;
    LoggingLevel level;
    synchronized (this) {
      before = current;
      level = requestedLevel.get();
      if (level == null
          || failures >= MAX_FAILURES
          || (before != null && level.compareTo(before) >= 0)) {
        return;
      }
      current = level;
    }
    try {
      setLevel.accept(level);
      succeeded();
    } catch (McpCancelledException e) {
      failed(level, before, 0);
      throw e;
    } catch (McpException e) {
      log.debug("The log level {} could not be set: {}", level.word(), e.reason());
      failed(level, before, 1);
    }
  }

  /**
   * Remembers the level of a request by the application.
   *
   * @param level {@code null} if the level of the session is uncertain
   */
  public synchronized void requested(@Nullable LoggingLevel level) {
    current = level;
  }

  private synchronized void succeeded() {
    failures = 0;
  }

  private synchronized void failed(
      LoggingLevel level, @Nullable LoggingLevel before, int increment) {
    failures += increment;
    if (current == level) {
      current = before;
    }
  }
}
