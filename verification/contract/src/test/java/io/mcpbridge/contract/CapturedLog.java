package io.mcpbridge.contract;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Captures the events of loggers while open, and keeps them off the console. */
final class CapturedLog implements AutoCloseable {

  private final Logger logger;
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  CapturedLog(Class<?> of) {
    this(of.getName());
  }

  /** Captures the events of a logger, or of all loggers of a package. */
  CapturedLog(String of) {
    logger = (Logger) LoggerFactory.getLogger(of);
    logger.setAdditive(false);
    logger.setLevel(Level.ALL);
    logger.addAppender(appender);
    appender.start();
  }

  /** Level and text of each event so far. */
  List<String> lines() {
    return List.copyOf(appender.list).stream()
        .map(event -> event.getLevel() + " " + event.getFormattedMessage())
        .toList();
  }

  boolean hasStackTraces() {
    return List.copyOf(appender.list).stream().anyMatch(event -> event.getThrowableProxy() != null);
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setAdditive(true);
    logger.setLevel(null);
  }
}
